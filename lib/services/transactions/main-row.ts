import { isSale } from "#lib/core/transaction-types.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { isOnlinePurchase } from "../notifications/reconciliation/online-purchase.ts";

/**
 * The row that represents those which share a payment reference: the sale, also after its whole amount went back, else a credit,
 * else the largest. Undefined of none.
 */
export function mainRow(rows: readonly TransactionRow[]): TransactionRow | undefined {
  const largest = rows.toSorted((left, right) => Math.abs(right.amountMinor ?? 0) - Math.abs(left.amountMinor ?? 0));
  return largest.find(isOnlinePurchase) ?? largest.find(isSale) ?? largest.find(({ sign }) => sign === "credit") ?? largest[0];
}
