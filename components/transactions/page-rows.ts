type Pages<Row> = { rowsOfPage: number; firstPage: number; keyOf: (row: Row) => string };

/**
 * The row at each place of a ledger, of pages one after the other from `firstPage` on, undefined while they are on their
 * way. A page that ends elsewhere has the next one asked for anew: until it comes, the rows that followed `before` are
 * shown in its place.
 */
export function toRowAt<Row>(
  pages: readonly (readonly Row[] | undefined)[],
  before: readonly Row[],
  { rowsOfPage, firstPage, keyOf }: Pages<Row>,
): (index: number) => Row | undefined {
  const missing = pages.indexOf(undefined);
  const lastKnown = missing > 0 ? pages[missing - 1]?.at(-1) : undefined;
  const followers = lastKnown === undefined ? [] : rowsBehind(before, keyOf(lastKnown), keyOf);
  const missingFrom = missing * rowsOfPage;
  return (index) => {
    const at = index - firstPage * rowsOfPage;
    const follower = at >= missingFrom ? followers[at - missingFrom] : undefined;
    return follower ?? pages[Math.floor(at / rowsOfPage)]?.[at % rowsOfPage];
  };
}

function rowsBehind<Row>(rows: readonly Row[], key: string, keyOf: (row: Row) => string): readonly Row[] {
  const at = rows.findLastIndex((row) => keyOf(row) === key);
  return at === -1 ? [] : rows.slice(at + 1);
}

type AsOf = { asOf: string; items: readonly { occurredAt: string }[] };

/** How new the rows in view are: as the first page is, unless a page that came later holds a row newer than that. */
export function asOfRows(first: string | undefined, pages: readonly (AsOf | undefined)[]): string | undefined {
  const newer = pages.flatMap((page) =>
    page && first !== undefined && page.items.some(({ occurredAt }) => occurredAt > first) ? [page.asOf] : [],
  );
  return [first, ...newer]
    .filter((asOf) => asOf !== undefined)
    .toSorted()
    .at(-1);
}
