/** A row's index in its list at some moment. */
export type SeenRow = { index: number; key: string };

type Rows = { rowCount: number; keyAt: (index: number) => string | undefined };

/** How far from the previous position a moved row is searched for. */
const farthest = 300;

/**
 * How many positions rows have moved since they were last seen, measured by the first row that is still present.
 * 0 when it has not moved, or when none is present any more.
 */
export function toShift(seen: readonly SeenRow[], { rowCount, keyAt }: Rows): number {
  const [first] = seen;
  if (!first || keyAt(first.index) === first.key) return 0;
  const indexes = seen.map(({ index }) => index);
  const start = Math.max(0, Math.min(...indexes) - farthest);
  const end = Math.min(rowCount, Math.max(...indexes) + farthest + 1);
  const places = new Map<string | undefined, number>();
  for (let index = start; index < end; index++) places.set(keyAt(index), index);
  const known = seen.find(({ key }) => places.has(key));
  return known ? (places.get(known.key) ?? known.index) - known.index : 0;
}

/** The rows of a window as they are now, nearest to `current` first. */
export function toSeen({ keyAt }: Rows, { first, size, current }: { first: number; size: number; current: number }): SeenRow[] {
  const indexes = Array.from({ length: size }, (_, position) => first + position);
  return indexes
    .flatMap((index) => {
      const key = keyAt(index);
      return key === undefined ? [] : [{ index, key }];
    })
    .toSorted((left, right) => Math.abs(left.index - current) - Math.abs(right.index - current));
}
