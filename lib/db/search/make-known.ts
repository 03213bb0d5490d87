import { and, eq, inArray } from "drizzle-orm";
import type { Delivery } from "#lib/notifications/ports.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { toIdentifiers } from "../deliveries/delivery-derived.ts";
import { claimEvent } from "../deliveries/event-keys.ts";
import { deleteUnverifiedNumbers } from "../deliveries/unverified-numbers.ts";
import { referenceHash } from "../payments/reference-hash.ts";
import { delivery, referenceKey } from "../schema/notification.ts";

type Known = Pick<Delivery, "id" | "receivedAt" | "event" | "signedHash" | "eventHash"> & {
  endpoint: Pick<Delivery["endpoint"], "id" | "environment" | "merchantId">;
};

/**
 * Adds event, reference and identifiers to a stored delivery that became valid. It acts unless another delivery already
 * does for the same signed text.
 */
export async function makeKnown(tx: Queryable, vault: Vault, known: Known): Promise<{ acts: boolean }> {
  const { id, endpoint, event: message } = known;
  const { eventId, isFirstReading } = await claimEvent(tx, { ...known, endpointId: endpoint.id });
  if (eventId !== id) {
    await tx.update(delivery).set({ eventId, conflict: !isFirstReading }).where(eq(delivery.id, id));
    return { acts: false };
  }
  const hash = referenceHash(message);
  const [first] = hash
    ? await tx
        .insert(referenceKey)
        .values({ endpointId: endpoint.id, hash, eventId: id })
        .onConflictDoUpdate({ target: [referenceKey.endpointId, referenceKey.hash], set: { endpointId: endpoint.id } })
        .returning({ eventId: referenceKey.eventId })
    : [];
  if (first && first.eventId !== id) await markConflict(tx, [id, first.eventId]);
  await deleteUnverifiedNumbers(tx, [id]);
  await tx
    .update(delivery)
    .set({ identifiers: toIdentifiers(vault, message) })
    .where(eq(delivery.id, id));
  return { acts: true };
}

async function markConflict(tx: Queryable, eventIds: readonly string[]): Promise<void> {
  await tx
    .update(delivery)
    .set({ conflict: true })
    .where(and(eq(delivery.conflict, false), inArray(delivery.id, [...eventIds])));
}
