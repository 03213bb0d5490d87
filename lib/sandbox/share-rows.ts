import { listProfiles, merchantProfiles } from "./merchants.ts";

/** What the described merchants have of all rows, however many computed ones there are. */
const describedPartMin = 0.2;

/** How many rows a merchant has, by its number; together they are exactly those shared. */
export type RowShares = (number: number) => number;

/**
 * Shares the rows among the first `count` merchants. The described ones get a part that shrinks as there are more, each
 * its own share of it and the first the rest; what is left goes to the computed ones by weight. Four bytes a merchant.
 */
export function shareRows(transactions: number, count: number): RowShares {
  const described = merchantProfiles.slice(0, count);
  const part = Math.max(describedPartMin, Math.min(1, merchantProfiles.length / count));
  const describedRows = Math.floor(transactions * part);
  const rows = new Uint32Array(count + 1);
  for (const { number, share } of described) rows[number] = Math.floor(describedRows * share);
  let total = 0;
  for (const { share, isComputed } of listProfiles(count)) if (isComputed) total += share;
  let weight = 0;
  let given = 0;
  for (const { number, share, isComputed } of listProfiles(count)) {
    if (!isComputed || share === 0) continue;
    weight += share;
    const until = Math.floor((transactions - describedRows) * (weight / total));
    rows[number] = until - given;
    given = until;
  }
  rows[1] = (rows[1] ?? 0) + transactions - rows.reduce((sum, some) => sum + some, 0);
  return (number) => rows[number] ?? 0;
}
