import { attemptStateSchema } from "#lib/contract/notification.ts";
import type { Notified } from "#lib/contract/transaction.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { findJoinsOfRows, type ReconciliationRow } from "#lib/db/notifications/reconciliations.ts";
import { findRetainedFrom } from "#lib/db/settings/retention.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { findOnItsWay } from "../internal/find-on-its-way.ts";
import { isOnlinePurchase } from "./online-purchase.ts";

/** Whether transactions were notified to URL_Notify, in the rows' order. */
export async function markNotified(db: Queryable, rows: readonly TransactionRow[]): Promise<Notified[]> {
  const joins = new Map<string, ReconciliationRow[]>();
  for (const join of await findJoinsOfRows(db, rows)) {
    const key = `${join.merchantId} ${join.transactionId}`;
    joins.set(key, [...(joins.get(key) ?? []), join]);
  }
  const joinsOf = (row: TransactionRow) => joins.get(`${row.merchantId} ${row.id}`) ?? [];
  const silent = rows.filter((row) => joinsOf(row).length === 0 && isOnlinePurchase(row));
  const keptFrom = (silent[0] && (await findRetainedFrom(db, silent[0].environment, "notifications"))) ?? "";
  const onItsWay = await findOnItsWay(db, silent);
  return rows.map((row) => toNotified(row, { joins: joinsOf(row), isKept: row.day >= keptFrom, isOnItsWay: onItsWay.has(row) }));
}

type NotificationState = { joins: readonly ReconciliationRow[]; isKept: boolean; isOnItsWay: boolean };

/**
 * Of several notifications about one row, a mismatch is shown first. A missing notification proves nothing where they are no
 * longer stored, or where a received one is not processed yet.
 */
function toNotified(row: TransactionRow, { joins, isKept, isOnItsWay }: NotificationState): Notified {
  const join = joins.find(({ agrees }) => agrees === false) ?? joins[0];
  if (!join && isOnItsWay) return { state: "on_its_way", attempt: null, notificationId: null };
  if (!join)
    return { state: isKept && isOnlinePurchase(row) ? "not_notified" : "not_applicable", attempt: null, notificationId: null };
  return {
    state: join.agrees === false ? "mismatch" : "notified",
    attempt: attemptStateSchema.parse(join.attempt),
    notificationId: join.deliveryId,
  };
}
