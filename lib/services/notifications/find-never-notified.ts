import type { Transaction } from "#lib/contract/transaction.ts";
import { listOnlineSales, type OnlineSalesQuery } from "#lib/db/notifications/never-notified.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { ServiceContext } from "../context.ts";
import { markNotified } from "./reconciliation/mark-notified.ts";
import { onlineTypes } from "./reconciliation/online-purchase.ts";

const rowsAtOnce = 500;

type Wanted = Omit<OnlineSalesQuery, "types"> & {
  /** How many sales are looked at. */
  scannedMax: number;
};
type Silent = { row: TransactionRow; notified: NonNullable<Transaction["notified"]> };

/**
 * The newest sales of the scope that have no notification though one is overdue, and the row after which the search goes on;
 * its cost depends on `scannedMax`, not on how many sales there are.
 */
export async function findNeverNotified(
  ctx: Pick<ServiceContext, "db" | "clock">,
  { scannedMax, limit, after, ...query }: Wanted,
): Promise<{ found: Silent[]; next: TransactionRow | undefined }> {
  const found: Silent[] = [];
  let last = after;
  for (let scanned = 0; scanned < scannedMax; scanned += rowsAtOnce) {
    const rows = await listOnlineSales(ctx.db, { ...query, types: onlineTypes, after: last, limit: rowsAtOnce });
    const marks = await markNotified(ctx, rows);
    for (const [index, row] of rows.entries()) {
      const notified = marks[index];
      if (notified?.state !== "not_notified") continue;
      found.push({ row, notified });
      const isLast = index === rows.length - 1 && rows.length < rowsAtOnce;
      if (found.length === limit) return { found, next: isLast ? undefined : row };
    }
    if (rows.length < rowsAtOnce) return { found, next: undefined };
    last = rows.at(-1);
    if (scanned + rowsAtOnce >= scannedMax) return { found, next: rows.at(-1) };
  }
  return { found, next: undefined };
}
