import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Delivery } from "#lib/notifications/ports.ts";
import { raiseAlert } from "../alerts/alerts.ts";
import type { Queryable } from "../connection/open-store.ts";
import { delivery, refusedKey } from "../schema/notification.ts";
import { moveToRefused, releaseQuota } from "./unverified-quota.ts";

type Signed = Pick<Delivery, "id" | "signedHash"> & { endpointId: string };

/** True when this delivery is the first refused one of its signed text, and represents it from now on. */
export async function claimRefused(tx: Queryable, { id, endpointId, signedHash }: Signed): Promise<boolean> {
  const claimed = await tx
    .insert(refusedKey)
    .values({ endpointId, hash: signedHash, deliveryId: id })
    .onConflictDoNothing()
    .returning({ id: refusedKey.deliveryId });
  return claimed.length > 0;
}

/** Replaces the delivery of a signed text after the previous one was removed. */
export async function adoptRefused(tx: Queryable, { id, endpointId, signedHash }: Signed): Promise<void> {
  await tx
    .insert(refusedKey)
    .values({ endpointId, hash: signedHash, deliveryId: id })
    .onConflictDoUpdate({ target: [refusedKey.endpointId, refusedKey.hash], set: { deliveryId: id } });
}

export async function ofSignedText(tx: Queryable, { endpointId, signedHash }: Omit<Signed, "id">): Promise<SQL | undefined> {
  const [keyed] = await tx
    .select({ id: refusedKey.deliveryId })
    .from(refusedKey)
    .where(and(eq(refusedKey.endpointId, endpointId), eq(refusedKey.hash, signedHash)));
  return keyed ? and(eq(delivery.endpointId, endpointId), eq(delivery.id, keyed.id)) : sql`false`;
}

/**
 * Moves a stored delivery from the forgeries to the refused genuine ones; false when another one already represents its
 * signed text.
 */
export async function promoteRefused(tx: Queryable, { bytes, ...signed }: Signed & { bytes: number }): Promise<boolean> {
  if (!(await claimRefused(tx, signed))) return false;
  await moveToRefused(tx, { endpointId: signed.endpointId, bytes });
  await tx.update(delivery).set({ genuineRefused: true }).where(eq(delivery.id, signed.id));
  return true;
}

type StoredDelivery = { id: string; endpointId: string; bodyBytes: number; genuineRefused: boolean };

/** A delivery that became valid is neither a forgery nor refused. */
export async function leaveUnverified(
  tx: Queryable,
  { id, endpointId, bodyBytes, genuineRefused }: StoredDelivery,
): Promise<void> {
  await releaseQuota(tx, { endpointId, bytes: bodyBytes, genuineRefused });
  if (!genuineRefused) return;
  await tx.delete(refusedKey).where(eq(refusedKey.deliveryId, id));
  await tx.update(delivery).set({ genuineRefused: false }).where(eq(delivery.id, id));
}

type Occurrence = { at: Date; count: number; notKept?: number };

/** One alert per endpoint until it is resolved. */
export async function alertRefused(
  tx: Queryable,
  endpoint: Pick<Delivery["endpoint"], "id" | "environment" | "merchantId">,
  occurrence: Occurrence,
): Promise<void> {
  const { id: subject, environment, merchantId } = endpoint;
  await raiseAlert(tx, { rule: "genuine_refused", subject, environment, merchantId, ...occurrence });
}
