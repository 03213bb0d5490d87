type Pages<Row> = { rowsOfPage: number; firstPage: number; keyOf: (row: Row) => string };

/**
 * The row at each index of a ledger, from consecutive pages starting at `firstPage`; undefined while loading. When a page
 * ends elsewhere the next one is requested again; until it arrives, the rows that followed `before` are shown in its
 * position.
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
    const offset = index - firstPage * rowsOfPage;
    const follower = offset >= missingFrom ? followers[offset - missingFrom] : undefined;
    return follower ?? pages[Math.floor(offset / rowsOfPage)]?.[offset % rowsOfPage];
  };
}

function rowsBehind<Row>(rows: readonly Row[], key: string, keyOf: (row: Row) => string): readonly Row[] {
  const position = rows.findLastIndex((row) => keyOf(row) === key);
  return position === -1 ? [] : rows.slice(position + 1);
}

type AsOf = { asOf: string; items: readonly { occurredAt: string }[] };

/** Read time of the rows in view: that of the first page, unless a later page has a newer row. */
export function asOfRows(first: string | undefined, pages: readonly (AsOf | undefined)[]): string | undefined {
  const newer = pages.flatMap((page) =>
    page && first !== undefined && page.items.some(({ occurredAt }) => occurredAt > first) ? [page.asOf] : [],
  );
  return [first, ...newer]
    .filter((asOf) => asOf !== undefined)
    .toSorted()
    .at(-1);
}
