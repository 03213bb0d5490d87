/**
 * Positions [from, to) of two lists merged by id, oldest first, without merging what lies before: the first list is
 * given by its length and the id at each place, the second by its ids. No id stands in both.
 */
export function mergePage(
  { length, idAt }: { length: number; idAt: (place: number) => number },
  ids: readonly number[],
  { from, to }: { from: number; to: number },
): { list: "first" | "second"; place: number }[] {
  let second = countOfSecond({ length, idAt }, ids, from);
  let first = from - second;
  const page: { list: "first" | "second"; place: number }[] = [];
  while (page.length < to - from && (first < length || second < ids.length)) {
    const id = ids[second];
    if (id === undefined || (first < length && idAt(first) < id)) page.push({ list: "first", place: first++ });
    else page.push({ list: "second", place: second++ });
  }
  return page;
}

/** How many of the second list are among the first `from` of the merged one. */
function countOfSecond(
  { length, idAt }: { length: number; idAt: (place: number) => number },
  ids: readonly number[],
  from: number,
): number {
  let low = Math.max(0, from - length);
  let high = Math.min(from, ids.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const lastOfFirst = from - middle - 1;
    if (lastOfFirst < 0 || idAt(lastOfFirst) < (ids[middle] ?? Number.POSITIVE_INFINITY)) high = middle;
    else low = middle + 1;
  }
  return low;
}
