import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { delivery, deliveryKey, quarantine, refusedStore } from "../schema/notification.ts";

export const unverifiedBytesMax = 268_435_456;

/** For genuine deliveries that our rules refused: about 60,000 of usual size per endpoint. */
export const refusedBytesMax = 67_108_864;

const evictedAtOnce = 500;

type Quota = { endpointId: string; bytes: number; bytesMax: number };

/**
 * Reserves quota for an unverified body: the oldest `invalid` ones are evicted, `not_checkable` ones never, since they
 * may be genuine. False when there is no space; then the body is counted as dropped.
 */
export async function reserveQuota(tx: Queryable, { endpointId, bytes, bytesMax }: Quota): Promise<boolean> {
  let used = await addBytes(tx, quarantine, { endpointId, bytes });
  while (used > bytesMax) {
    const freed = await evictOldest(tx, endpointId, used - bytesMax);
    if (freed === 0) {
      await addBytes(tx, quarantine, { endpointId, bytes: -bytes });
      await countDropped(tx, endpointId, 1);
      return false;
    }
    used = await addBytes(tx, quarantine, { endpointId, bytes: -freed });
  }
  return true;
}

/**
 * Reserves quota for a genuine delivery that our rules refused, apart from the forgeries' quota: nothing is evicted for
 * it. False when there is no space; then `count` of them are counted as dropped.
 */
export async function reserveRefusedQuota(
  tx: Queryable,
  { endpointId, bytes, bytesMax, count }: Quota & { count: number },
): Promise<boolean> {
  if ((await addBytes(tx, refusedStore, { endpointId, bytes })) <= bytesMax) return true;
  await addBytes(tx, refusedStore, { endpointId, bytes: -bytes });
  const dropped = sql`${refusedStore.dropped} + ${count}`;
  await tx.update(refusedStore).set({ dropped }).where(eq(refusedStore.endpointId, endpointId));
  return false;
}

type StoredBody = { endpointId: string; bytes: number; genuineRefused: boolean };

/** Releases the quota of a body that became valid or was removed. */
export async function releaseQuota(tx: Queryable, { endpointId, bytes, genuineRefused }: StoredBody): Promise<void> {
  await addBytes(tx, genuineRefused ? refusedStore : quarantine, { endpointId, bytes: -bytes });
}

/** Moves a stored body that proved genuine from the forgeries' quota to the other, whose limit applies to new bodies only. */
export async function moveToRefused(
  tx: Queryable,
  { endpointId, bytes }: Pick<StoredBody, "endpointId" | "bytes">,
): Promise<void> {
  await addBytes(tx, quarantine, { endpointId, bytes: -bytes });
  await addBytes(tx, refusedStore, { endpointId, bytes });
}

export async function countDropped(db: Queryable, endpointId: string, count: number): Promise<void> {
  await db
    .insert(quarantine)
    .values({ endpointId, dropped: count })
    .onConflictDoUpdate({ target: quarantine.endpointId, set: { dropped: sql`${quarantine.dropped} + ${count}` } });
}

async function addBytes(
  tx: Queryable,
  store: typeof quarantine | typeof refusedStore,
  { endpointId, bytes }: Pick<StoredBody, "endpointId" | "bytes">,
): Promise<number> {
  const [row] = await tx
    .insert(store)
    .values({ endpointId, bytes: Math.max(0, bytes) })
    .onConflictDoUpdate({ target: store.endpointId, set: { bytes: sql`greatest(0, ${store.bytes} + ${bytes})` } })
    .returning({ bytes: store.bytes });
  return row?.bytes ?? 0;
}

async function evictOldest(tx: Queryable, endpointId: string, bytesNeeded: number): Promise<number> {
  const isForgery = and(
    eq(delivery.endpointId, endpointId),
    sql`${delivery.verdict} <> 'valid' and not ${delivery.genuineRefused}`,
    eq(delivery.verdict, "invalid"),
  );
  const oldest = await tx
    .select({ id: delivery.id, bytes: delivery.bodyBytes })
    .from(delivery)
    .where(isForgery)
    .orderBy(asc(delivery.seq))
    .limit(evictedAtOnce);
  let freed = 0;
  const chosen = oldest.filter(({ bytes }) => {
    const leaves = freed < bytesNeeded;
    if (leaves) freed += bytes;
    return leaves;
  });
  // Skip locked rows: their transaction may be verifying them, and may be waiting for this endpoint's quota.
  const ids = chosen.map(({ id }) => id);
  const leaving = await tx
    .select({ id: delivery.id, sha256: delivery.sha256, bytes: delivery.bodyBytes })
    .from(delivery)
    .where(and(isForgery, inArray(delivery.id, ids)))
    .for("update", { skipLocked: true });
  if (leaving.length === 0) return 0;
  const hashes = leaving.map(({ sha256 }) => sha256);
  await tx.delete(deliveryKey).where(and(eq(deliveryKey.endpointId, endpointId), inArray(deliveryKey.sha256, hashes)));
  await tx.delete(delivery).where(
    inArray(
      delivery.id,
      leaving.map(({ id }) => id),
    ),
  );
  return leaving.reduce((sum, { bytes }) => sum + bytes, 0);
}
