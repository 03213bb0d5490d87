import type { LedgerJoinRow } from "../../store/ledger-joins.ts";
import { type NewLiveEvent, publishLiveEvents } from "../../store/live.ts";
import type { Transaction } from "../../store/open-store.ts";

/** Tells open screens of the notifications, and of the ledger rows they are about, that they changed. */
export async function announceJoins(tx: Transaction, joins: readonly LedgerJoinRow[]): Promise<void> {
  await publishLiveEvents(tx, joins.flatMap(toEvents));
}

function toEvents({ environment, merchantId, deliveryId, transactionId, gateway }: LedgerJoinRow): NewLiveEvent[] {
  const place = { environment, merchantId };
  const received: NewLiveEvent = { ...place, type: "notification", data: { id: deliveryId, gateway } };
  return transactionId === null ? [received] : [received, { ...place, type: "transaction", data: { id: transactionId } }];
}
