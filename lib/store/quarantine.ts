import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { delivery, deliveryKey, quarantine } from "./schema/notification.ts";

export const quarantineBytesMax = 268_435_456;

const evictedAtOnce = 500;

type Room = { endpointId: string; bytes: number; bytesMax: number };

/**
 * Makes room for an unverified body: the oldest `invalid` ones give way, `not_checkable` ones never do, since they may
 * be genuine. False when there is no room; then the body is counted as dropped.
 */
export async function takeRoom(tx: Queryable, { endpointId, bytes, bytesMax }: Room): Promise<boolean> {
  let used = await addBytes(tx, endpointId, bytes);
  while (used > bytesMax) {
    const freed = await evictOldest(tx, endpointId, used - bytesMax);
    if (freed === 0) {
      await addBytes(tx, endpointId, -bytes);
      await countDropped(tx, endpointId, 1);
      return false;
    }
    used = await addBytes(tx, endpointId, -freed);
  }
  return true;
}

/** A body that turned out to be valid no longer takes room. */
export async function giveRoomBack(tx: Queryable, endpointId: string, bytes: number): Promise<void> {
  await addBytes(tx, endpointId, -bytes);
}

export async function countDropped(db: Queryable, endpointId: string, count: number): Promise<void> {
  await db
    .insert(quarantine)
    .values({ endpointId, dropped: count })
    .onConflictDoUpdate({ target: quarantine.endpointId, set: { dropped: sql`${quarantine.dropped} + ${count}` } });
}

async function addBytes(tx: Queryable, endpointId: string, bytes: number): Promise<number> {
  const [row] = await tx
    .insert(quarantine)
    .values({ endpointId, bytes: Math.max(0, bytes) })
    .onConflictDoUpdate({
      target: quarantine.endpointId,
      set: { bytes: sql`greatest(0, ${quarantine.bytes} + ${bytes})` },
    })
    .returning({ bytes: quarantine.bytes });
  return row?.bytes ?? 0;
}

async function evictOldest(tx: Queryable, endpointId: string, wanted: number): Promise<number> {
  const oldest = await tx
    .select({ id: delivery.id, sha256: delivery.sha256, bytes: delivery.bodyBytes })
    .from(delivery)
    .where(and(eq(delivery.endpointId, endpointId), sql`${delivery.verdict} <> 'valid'`, eq(delivery.verdict, "invalid")))
    .orderBy(asc(delivery.seq))
    .limit(evictedAtOnce);
  let freed = 0;
  const leaving = oldest.filter(({ bytes }) => {
    const leaves = freed < wanted;
    if (leaves) freed += bytes;
    return leaves;
  });
  if (leaving.length === 0) return 0;
  const hashes = leaving.map(({ sha256 }) => sha256);
  await tx.delete(deliveryKey).where(and(eq(deliveryKey.endpointId, endpointId), inArray(deliveryKey.sha256, hashes)));
  const ids = leaving.map(({ id }) => id);
  await tx.delete(delivery).where(inArray(delivery.id, ids));
  return freed;
}
