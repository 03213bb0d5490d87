import type { LedgerJoinRow } from "../../store/ledger-joins.ts";
import { publishLive } from "../../store/live.ts";
import type { Transaction } from "../../store/open-store.ts";

/** Tells open screens of the notification, and of the ledger row it is about, that they changed. */
export async function announceJoin(
  tx: Transaction,
  { environment, merchantId, deliveryId, transactionId, gateway }: LedgerJoinRow,
): Promise<void> {
  await publishLive(tx, { environment, merchantId, type: "notification", data: { id: deliveryId, gateway } });
  if (transactionId !== null) {
    await publishLive(tx, { environment, merchantId, type: "transaction", data: { id: transactionId } });
  }
}
