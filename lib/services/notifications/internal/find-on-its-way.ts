import type { Queryable } from "#lib/db/connection/open-store.ts";
import { listPendingNotifications } from "#lib/db/notifications/pending-notifications.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { sameOrderMs } from "../reconciliation/ledger-match.ts";
import { joinedMethods } from "../reconciliation/reconciled-methods.ts";

const pendingMax = 1_000;

/**
 * The transactions with a received notification that is not processed yet: matched by reference, or by order within 48 hours.
 * When too many are waiting to compare, all transactions since then count.
 */
export async function findOnItsWay<
  Sale extends Pick<TransactionRow, "merchantId" | "reference" | "referenceNumber" | "occurredAt">,
>(db: Queryable, rows: readonly Sale[]): Promise<ReadonlySet<Sale>> {
  if (rows.length === 0) return new Set();
  const times = rows.map(({ occurredAt }) => occurredAt.getTime());
  const pending = await listPendingNotifications(db, {
    merchantIds: [...new Set(rows.map(({ merchantId }) => merchantId))],
    methods: joinedMethods,
    from: new Date(Math.min(...times) - sameOrderMs),
    to: new Date(Math.max(...times) + sameOrderMs),
    limit: pendingMax + 1,
  });
  const last = pending[pendingMax];
  if (last) return new Set(rows.filter(({ occurredAt }) => occurredAt.getTime() <= last.receivedAt.getTime() + sameOrderMs));
  const keys = new Map<string, number[]>();
  for (const { merchantId, trnref, orderId, receivedAt } of pending) {
    for (const key of [`${merchantId} reference ${trnref}`, `${merchantId} order ${orderId}`]) {
      const known = keys.get(key);
      if (known) known.push(receivedAt.getTime());
      else keys.set(key, [receivedAt.getTime()]);
    }
  }
  return new Set(
    rows.filter(({ merchantId, reference, referenceNumber, occurredAt }) => {
      const isNear = (at: number) => Math.abs(at - occurredAt.getTime()) <= sameOrderMs;
      const ofReference = reference === null ? undefined : keys.get(`${merchantId} reference ${reference}`);
      const ofOrder = referenceNumber === null ? undefined : keys.get(`${merchantId} order ${referenceNumber}`);
      return [...(ofReference ?? []), ...(ofOrder ?? [])].some(isNear);
    }),
  );
}
