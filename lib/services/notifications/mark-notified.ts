import { attemptStateSchema } from "../../contract/notification.ts";
import type { Notified } from "../../contract/transaction.ts";
import { findJoinsOfRows, type LedgerJoinRow } from "../../store/ledger-joins.ts";
import type { Queryable } from "../../store/open-store.ts";
import type { TransactionRow } from "../../store/transactions.ts";
import { isOnlinePurchase } from "./online-purchase.ts";

/** Whether ledger rows were told to URL_Notify, in the rows' order. */
export async function markNotified(db: Queryable, rows: readonly TransactionRow[]): Promise<Notified[]> {
  const joins = new Map<string, LedgerJoinRow[]>();
  for (const join of await findJoinsOfRows(db, rows)) {
    const key = `${join.merchantId} ${join.transactionId}`;
    joins.set(key, [...(joins.get(key) ?? []), join]);
  }
  return rows.map((row) => toNotified(row, joins.get(`${row.merchantId} ${row.id}`) ?? []));
}

/** Of several notifications about one row, one that disagrees is what a person must see. */
function toNotified(row: TransactionRow, joins: readonly LedgerJoinRow[]): Notified {
  const join = joins.find(({ agrees }) => agrees === false) ?? joins[0];
  if (!join) return { state: isOnlinePurchase(row) ? "not_notified" : "not_applicable", attempt: null, notificationId: null };
  return {
    state: join.agrees === false ? "mismatch" : "notified",
    attempt: attemptStateSchema.parse(join.attempt),
    notificationId: join.deliveryId,
  };
}
