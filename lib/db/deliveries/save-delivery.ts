import { and, eq, sql } from "drizzle-orm";
import type { Delivery } from "#lib/notifications/ports.ts";
import { isActingMethod } from "#lib/notifications/verification/accepted-names.ts";
import { isGenuineRefused } from "#lib/notifications/verification/genuine-refused.ts";
import type { ClientTransaction } from "../connection/client-transaction.ts";
import type { Queryable } from "../connection/open-store.ts";
import { findReversed, hasUnreversedAttempt } from "../notifications/order-deliveries.ts";
import { delivery, deliveryKey } from "../schema/notification.ts";
import { makeKnown } from "../search/make-known.ts";
import { insertDeliveries } from "./delivery-batch.ts";
import { toDerived } from "./delivery-derived.ts";
import type { DeliveryOutbox } from "./delivery-outbox.ts";
import { queueDeliveries } from "./delivery-queue.ts";
import {
  announce,
  claimBody,
  countStoredBody,
  insertRow,
  isConfirmedByShop,
  ofBody,
  okStatus,
  type Received,
  releaseBody,
  type SaveContext,
  toAnswered,
  toSeen,
} from "./delivery-writes.ts";
import { changeEvent, claimEvent } from "./event-keys.ts";
import { leaveUnverified } from "./refused-keys.ts";
import { saveRefused } from "./save-refused.ts";
import { reserveQuota } from "./unverified-quota.ts";

/** Saves one message of any verdict, new or known, in its own transaction; idempotent. */
export async function saveOne(transaction: ClientTransaction, context: SaveContext, received: Received): Promise<void> {
  const { client, db } = transaction;
  if (received.verification.verdict === "valid") {
    const isNew = (await insertDeliveries(client, context.vault, [received])).size > 0;
    if (isNew) await addToOutbox(db, context.outbox, [received]);
    if (isNew && received.ids.length === 1) return;
    const id = (await turnValid(db, context, received)) ?? (await saveKnown(db, context, received));
    return announce(db, id, received);
  }
  if (isGenuineRefused(received)) return saveRefused(db, context, received);
  const id = await saveUnverified(db, context, received);
  const counted = id === undefined || received.ids.length > 1 ? await countUnverified(db, received) : id;
  await announce(db, counted, received);
}

/** The new delivery's id; undefined when the body is known, or the quota exhausted. */
async function saveUnverified(tx: Queryable, context: SaveContext, received: Delivery): Promise<string | undefined> {
  const { id, endpoint, body } = received;
  if (!(await claimBody(tx, received))) return undefined;
  if (!(await reserveQuota(tx, { endpointId: endpoint.id, bytes: body.length, bytesMax: context.bytesMax }))) {
    await releaseBody(tx, received);
    return undefined;
  }
  await insertRow(tx, context, received, { eventId: id, conflict: false });
  return id;
}

/** An unverified body that was received before. Once valid it stays valid, even without its key. */
async function countUnverified(tx: Queryable, received: Received): Promise<string | undefined> {
  const known = await countStoredBody(tx, received);
  if (!known || known.verdict === "valid" || known.genuineRefused) return known?.id;
  await tx
    .update(delivery)
    .set({ ...toDerived(received), ...toAnswered(received) })
    .where(eq(delivery.id, known.id));
  return known.id;
}

/** A stored body that becomes valid because a key was added later; undefined when there is none. */
async function turnValid(tx: Queryable, context: SaveContext, received: Received): Promise<string | undefined> {
  const [known] = await tx
    .update(delivery)
    .set({ ...toSeen(received), ...toDerived(received), ...toAnswered(received) })
    .where(and(await ofBody(tx, received), sql`${delivery.verdict} <> 'valid'`))
    .returning({ id: delivery.id, genuineRefused: delivery.genuineRefused, receivedAt: delivery.receivedAt });
  if (!known) return undefined;
  await leaveUnverified(tx, { ...known, endpointId: received.endpoint.id, bodyBytes: received.body.length });
  const { acts } = await makeKnown(tx, context.vault, { ...received, id: known.id });
  if (acts) await queueAgain(tx, context, { ...received, id: known.id }, known.receivedAt);
  else await saveKnown(tx, context, { ...received, id: known.id });
  return known.id;
}

/** A known signed text; returns the id of its delivery, undefined when that was removed. */
async function saveKnown(tx: Queryable, context: SaveContext, received: Received): Promise<string | undefined> {
  const { id, endpoint, signedHash } = received;
  const event = await claimEvent(tx, { ...received, endpointId: endpoint.id });
  if (event.isFirstReading) {
    return (await countEvent(tx, context, received, event.eventId)) ?? renew(tx, context, received, event.eventId);
  }
  if (event.otherId === null) {
    await changeEvent(tx, { endpointId: endpoint.id, signedHash }, { otherId: id });
    await putRow(tx, context, received, { eventId: event.eventId, conflict: true });
    return id;
  }
  const answered = received.answer.status === okStatus ? toAnswered(received) : {};
  await tx
    .update(delivery)
    .set({ ...toSeen(received), ...answered })
    .where(eq(delivery.id, event.otherId));
  return event.otherId;
}

/** Stores a valid delivery, or updates it when it is stored already. */
async function putRow(
  tx: Queryable,
  context: SaveContext,
  received: Delivery,
  rowState: { eventId: string; conflict: boolean },
): Promise<void> {
  const { id, endpoint, sha256 } = received;
  const changed = await tx.update(delivery).set(rowState).where(eq(delivery.id, id)).returning({ id: delivery.id });
  if (changed.length > 0) return;
  await tx
    .insert(deliveryKey)
    .values({ endpointId: endpoint.id, sha256, deliveryId: id })
    .onConflictDoUpdate({ target: [deliveryKey.endpointId, deliveryKey.sha256], set: { deliveryId: id } });
  await insertRow(tx, context, received, rowState);
}

/** A repeated event, in any encoding. Once answered OK it stays so; undefined when it was removed. */
async function countEvent(tx: Queryable, context: SaveContext, received: Received, eventId: string): Promise<string | undefined> {
  const [known] = await tx
    .select({ receivedAt: delivery.receivedAt, lastSeenAt: delivery.lastSeenAt, answerStatus: delivery.answerStatus })
    .from(delivery)
    .where(eq(delivery.id, eventId))
    .for("update");
  if (!known) return undefined;
  const isRaised = received.answer.status === okStatus && known.answerStatus !== okStatus;
  await tx
    .update(delivery)
    .set({ ...toSeen(received), ...(isRaised ? toAnswered(received) : {}) })
    .where(eq(delivery.id, eventId));
  if (isRaised || (await reversesAnother(tx, received, known.lastSeenAt))) {
    await queueAgain(tx, context, { ...received, id: eventId }, known.receivedAt);
  }
  return eventId;
}

/** A repeated Rollback has the same bytes, whichever attempt of the order it reverses. */
async function reversesAnother(tx: Queryable, { endpoint, event, receivedAt }: Delivery, since: Date): Promise<boolean> {
  if (event.method !== "IPCPurchaseRollback" || event.orderId === null) return false;
  return hasUnreversedAttempt(tx, { endpointId: endpoint.id, orderId: event.orderId }, { since, until: receivedAt });
}

/**
 * An event whose delivery was removed. A removed Rollback that arrives again may reverse another attempt; any other
 * removed message adds nothing new.
 */
async function renew(tx: Queryable, context: SaveContext, received: Delivery, eventId: string): Promise<string | undefined> {
  const { id, endpoint, signedHash, event } = received;
  if (event.method !== "IPCPurchaseRollback" && eventId !== id) return undefined;
  await changeEvent(tx, { endpointId: endpoint.id, signedHash }, { eventId: id });
  await putRow(tx, context, received, { eventId: id, conflict: false });
  await makeKnown(tx, context.vault, received);
  await queueAgain(tx, context, received, received.receivedAt);
  return id;
}

/**
 * Only for endpoints with forwarding, and Rollbacks of any; `insertDeliveries` itself queues the processing of every acting
 * delivery. A payment after which a Rollback of its order came is left out: the shop would have it after its Rollback.
 */
export async function addToOutbox(
  tx: Queryable,
  outbox: DeliveryOutbox,
  deliveries: readonly Delivery[],
  mayBeReversed = isDelayed,
): Promise<void> {
  const forwarded = deliveries.filter(isForwarded);
  const reversed = await findReversed(tx, forwarded.filter(isSentPayment).filter(mayBeReversed).flatMap(toPayment));
  const wanted = forwarded.filter(({ id }) => !reversed.has(id));
  if (wanted.length > 0) await outbox(tx, wanted);
}

/** A Rollback may be of a payment that waits since forwarding was turned off. */
export function isForwarded({ endpoint, event }: Delivery): boolean {
  return endpoint.forward ? isActingMethod(event.method) : event.method === "IPCPurchaseRollback";
}

const unansweredMs = 1_000;

/** A new payment that came just now is not answered yet, so that the gateway cannot have reversed it: nobody is asked in vain. */
function isDelayed({ receivedAt }: Delivery): boolean {
  return Date.now() - receivedAt.getTime() > unansweredMs;
}

/** What the shop took is not sent, only noted. */
function isSentPayment(delivery: Delivery): boolean {
  return delivery.event.method !== "IPCPurchaseRollback" && !isConfirmedByShop(delivery);
}

function toPayment({ id, endpoint, event: { orderId }, receivedAt }: Delivery) {
  return orderId === null ? [] : [{ id, environment: endpoint.environment, endpointId: endpoint.id, orderId, receivedAt }];
}

async function queueAgain(tx: Queryable, { outbox }: SaveContext, received: Delivery, firstAt: Date): Promise<void> {
  const { id, endpoint, event } = received;
  if (isActingMethod(event.method)) await queueDeliveries(tx, [{ id, merchantId: endpoint.merchantId }], { acts: true });
  await addToOutbox(tx, outbox, [{ ...received, receivedAt: firstAt }], () => true);
}
