import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "./open-store.ts";
import { giveRoomBack } from "./quarantine.ts";
import { forward } from "./schema/forward.ts";
import { deliveryOutbox } from "./schema/ledger-join.ts";
import { delivery, deliveryKey, refusedKey } from "./schema/notification.ts";

const rowsAtOnce = 300;

type Old = {
  id: string;
  endpoint_id: string;
  sha256: Buffer;
  verdict: string;
  method: string | null;
  body_bytes: number;
  genuine_refused: boolean;
};

/**
 * Removes some of the oldest deliveries and all that hangs on them; 0 when there are no more. What was valid leaves its
 * keys, so that the same message sent again is no second event.
 */
export function removeOldDeliveries(
  db: Database,
  { environment, before }: { environment: string; before: Date },
): Promise<number> {
  return db.transaction(async (tx) => {
    // In the order in which the receiver takes them: first an endpoint's room, then its deliveries.
    await tx.execute(sql`
      select 1 from quarantine where endpoint_id in (select id from notify_endpoint where environment = ${environment})
      order by endpoint_id for update`);
    const { rows } = await tx.execute<Old>(sql`
      select id, endpoint_id, sha256, verdict, method, body_bytes, genuine_refused from delivery
      where environment = ${environment} and received_at < ${before.toISOString()}::timestamptz
      order by received_at nulls first, seq nulls first limit ${rowsAtOnce} for update skip locked`);
    if (rows.length > 0) await remove(tx, rows);
    return rows.length;
  });
}

async function remove(tx: Transaction, rows: readonly Old[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx.delete(forward).where(inArray(forward.deliveryId, ids));
  await tx.delete(deliveryOutbox).where(inArray(deliveryOutbox.deliveryId, ids));
  await forgetKeys(tx, rows.filter(mayComeAgain));
  const unverified = rows.filter(({ verdict }) => verdict !== "valid");
  const inRooms = Map.groupBy(unverified, (row) => `${row.endpoint_id} ${row.genuine_refused}`);
  for (const [first, ...more] of inRooms.values()) {
    if (!first) continue;
    const bytes = more.reduce((sum, row) => sum + row.body_bytes, first.body_bytes);
    await giveRoomBack(tx, { endpointId: first.endpoint_id, bytes, genuineRefused: first.genuine_refused });
  }
  const refused = rows.filter((row) => row.genuine_refused).map(({ id }) => id);
  if (refused.length > 0) await tx.delete(refusedKey).where(inArray(refusedKey.deliveryId, refused));
  await tx.delete(delivery).where(inArray(delivery.id, ids));
}

/** What was never valid may be so one day, and a Rollback's bytes reverse each attempt of its order: their coming counts. */
function mayComeAgain({ verdict, method }: Old): boolean {
  return verdict !== "valid" || method === "IPCPurchaseRollback";
}

async function forgetKeys(tx: Transaction, rows: readonly Old[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map((row) => and(eq(deliveryKey.endpointId, row.endpoint_id), eq(deliveryKey.sha256, row.sha256)));
  await tx.delete(deliveryKey).where(or(...keys));
}
