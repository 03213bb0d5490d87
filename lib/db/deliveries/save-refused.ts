import { and, eq } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { delivery, refusedKey } from "../schema/notification.ts";
import { toDerived } from "./delivery-derived.ts";
import {
  announce,
  claimBody,
  countStoredBody,
  insertRow,
  type Received,
  releaseBody,
  type SaveContext,
  toAnswered,
  toSeen,
} from "./delivery-writes.ts";
import { adoptRefused, alertRefused, claimRefused, ofSignedText, promoteRefused } from "./refused-keys.ts";
import { reserveRefusedQuota } from "./unverified-quota.ts";

/**
 * Saves a genuine delivery that our rules refused: one row for each signed text, which repeats only count, under a
 * quota of its own in which nothing is evicted. Raises an alert, also when the quota is exhausted.
 */
export async function saveRefused(tx: Queryable, context: SaveContext, received: Received): Promise<void> {
  const { id, wasValid } = await storeRefused(tx, context, received);
  const count = received.ids.length;
  const occurrence = { at: received.receivedAt, count, notKept: id === undefined ? count : 0 };
  if (!wasValid) await alertRefused(tx, received.endpoint, occurrence);
  await announce(tx, id, received);
}

/** `id` is undefined when the quota is exhausted. */
type SavedRefused = { id: string | undefined; wasValid?: boolean };

async function storeRefused(tx: Queryable, context: SaveContext, received: Received): Promise<SavedRefused> {
  if (!(await claimBody(tx, received))) {
    const known = await updateKnownBody(tx, received);
    if (known) return known;
    await claimBody(tx, received);
  }
  if (!(await claimRefused(tx, toSigned(received)))) {
    const id = await countSignedText(tx, received);
    if (id !== undefined) {
      await releaseBody(tx, received);
      return { id };
    }
    await adoptRefused(tx, toSigned(received));
  }
  return storeNew(tx, context, received);
}

const toSigned = ({ id, endpoint, signedHash }: Received) => ({ id, endpointId: endpoint.id, signedHash });

async function storeNew(tx: Queryable, context: SaveContext, received: Received): Promise<SavedRefused> {
  const { id, ids, endpoint, body, signedHash } = received;
  const quota = { endpointId: endpoint.id, bytes: body.length, bytesMax: context.refusedBytesMax, count: ids.length };
  if (!(await reserveRefusedQuota(tx, quota))) {
    await releaseBody(tx, received);
    await tx.delete(refusedKey).where(and(eq(refusedKey.endpointId, endpoint.id), eq(refusedKey.hash, signedHash)));
    return { id: undefined };
  }
  await insertRow(tx, context, received, { eventId: id, conflict: false, genuineRefused: true });
  if (ids.length > 1) await tx.update(delivery).set(toSeen(received)).where(eq(delivery.id, id));
  return { id };
}

async function countSignedText(tx: Queryable, received: Received): Promise<string | undefined> {
  const [known] = await tx
    .update(delivery)
    .set(toSeen(received))
    .where(await ofSignedText(tx, toSigned(received)))
    .returning({ id: delivery.id });
  return known?.id;
}

/** A body that is stored already: refused as now, valid, or unverified because a key was missing. */
async function updateKnownBody(tx: Queryable, received: Received): Promise<SavedRefused | undefined> {
  const known = await countStoredBody(tx, received);
  if (!known) return undefined;
  const { id } = known;
  if (known.verdict === "valid") return { id, wasValid: true };
  await tx
    .update(delivery)
    .set({ ...toDerived(received), ...toAnswered(received) })
    .where(eq(delivery.id, id));
  const signed = { ...toSigned(received), id, bytes: received.body.length };
  if (!known.genuineRefused && !(await promoteRefused(tx, signed))) await countSignedText(tx, received);
  return { id };
}
