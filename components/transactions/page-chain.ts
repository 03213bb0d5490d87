/** Cursors of consecutive pages, starting with null, and the number of rows on the last page. */
export type PageChain = { cursors: readonly (string | null)[]; rowsOfLast: number };

export const emptyChain: PageChain = { cursors: [null], rowsOfLast: 0 };

/**
 * Updates the chain when page `at` was loaded. Every page but the last is full. A page that now ends elsewhere (rows were
 * inserted before it) passes its new end to the next page, so that no row is skipped or shown twice.
 */
export function withPage(chain: PageChain, index: number, page: { rows: number; nextCursor: string | null }): PageChain {
  const isLast = index === chain.cursors.length - 1;
  const { rows, nextCursor } = page;
  if (nextCursor === null) {
    if (isLast && chain.rowsOfLast === rows) return chain;
    return { cursors: chain.cursors.slice(0, index + 1), rowsOfLast: rows };
  }
  if (chain.cursors[index + 1] === nextCursor) return chain;
  if (isLast) return { cursors: [...chain.cursors, nextCursor], rowsOfLast: 0 };
  return { ...chain, cursors: chain.cursors.with(index + 1, nextCursor) };
}

export function knownRows({ cursors, rowsOfLast }: PageChain, rowsOfPage: number): number {
  return (cursors.length - 1) * rowsOfPage + rowsOfLast;
}
