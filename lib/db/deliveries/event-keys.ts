import { and, eq, sql } from "drizzle-orm";
import type { Delivery } from "#lib/notifications/ports.ts";
import type { Queryable } from "../connection/open-store.ts";
import { eventKey } from "../schema/notification.ts";

/** What is stored for a signed text. `isFirstReading`: these pairs were the first reading, the one that acts. */
export type KnownEvent = { eventId: string; otherId: string | null; isFirstReading: boolean };

type Signed = Pick<Delivery, "signedHash" | "eventHash"> & { id: string; endpointId: string };

/** The event of a signed text, created from this delivery when the text is new. Locked until the caller commits. */
export async function claimEvent(tx: Queryable, { id, endpointId, signedHash, eventHash }: Signed): Promise<KnownEvent> {
  const [row] = await tx
    .insert(eventKey)
    .values({ endpointId, hash: signedHash, reading: eventHash, eventId: id })
    .onConflictDoUpdate({ target: [eventKey.endpointId, eventKey.hash], set: { endpointId } })
    .returning({
      eventId: eventKey.eventId,
      otherId: eventKey.otherId,
      isFirstReading: sql<boolean>`${eq(eventKey.reading, eventHash)}`,
    });
  if (!row) throw new Error("The event was not stored.");
  return row;
}

/** Records which delivery acts for a known signed text, or which is its other reading. */
export async function changeEvent(
  tx: Queryable,
  { endpointId, signedHash }: Pick<Signed, "endpointId" | "signedHash">,
  change: { eventId: string } | { otherId: string },
): Promise<void> {
  await tx
    .update(eventKey)
    .set(change)
    .where(and(eq(eventKey.endpointId, endpointId), eq(eventKey.hash, signedHash)));
}
