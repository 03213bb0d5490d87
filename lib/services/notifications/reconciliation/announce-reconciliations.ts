import type { Transaction } from "#lib/db/connection/open-store.ts";
import { type NewLiveEvent, publishLiveEvents } from "#lib/db/events/events.ts";
import type { ReconciliationRow } from "#lib/db/notifications/reconciliations.ts";

/** Notifies open pages that the notifications and their transactions changed. */
export async function announceReconciliations(tx: Transaction, joins: readonly ReconciliationRow[]): Promise<void> {
  await publishLiveEvents(tx, joins.flatMap(toEvents));
}

function toEvents({ environment, merchantId, deliveryId, transactionId, gateway }: ReconciliationRow): NewLiveEvent[] {
  const place = { environment, merchantId };
  const received: NewLiveEvent = { ...place, type: "notification", data: { id: deliveryId, gateway } };
  return transactionId === null ? [received] : [received, { ...place, type: "transaction", data: { id: transactionId } }];
}
