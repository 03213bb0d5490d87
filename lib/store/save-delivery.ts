import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import { isActingMethod } from "../notify/layout.ts";
import type { Delivery } from "../notify/ports.ts";
import type { Vault } from "../vault/vault.ts";
import type { ClientTransaction } from "./client-transaction.ts";
import { insertDeliveries } from "./delivery-batch.ts";
import { toDerived, toIdentifiers } from "./delivery-derived.ts";
import type { DeliveryOutbox } from "./delivery-outbox.ts";
import { saveIdentifiers } from "./identifiers.ts";
import { queueForJoin } from "./ledger-joins.ts";
import { recordLive } from "./live.ts";
import type { Queryable } from "./open-store.ts";
import { giveRoomBack, takeRoom } from "./quarantine.ts";
import { referenceHash } from "./reference-hash.ts";
import { delivery, deliveryKey, eventKey, referenceKey } from "./schema/notification.ts";

const okStatus = 200;

export type SaveContext = { vault: Vault; bytesMax: number; outbox: DeliveryOutbox };

/** One delivery of any verdict, its bytes new or known, in a transaction of its own. Repeating it is safe. */
export async function saveOne(transaction: ClientTransaction, context: SaveContext, received: Delivery): Promise<void> {
  const { client, db } = transaction;
  if (received.judgement.verdict === "valid") {
    const isNew = (await insertDeliveries(client, context.vault, [received])).size > 0;
    if (isNew) await tellOutbox(db, context.outbox, [received]);
    else await announce(db, await countAgain(db, context, received), received);
    return;
  }
  const id = (await keepUnverified(db, context, received)) ?? (await countAgain(db, context, received));
  await announce(db, id, received);
}

/** The new delivery's id; undefined when the body is known, or without room. */
async function keepUnverified(tx: Queryable, { vault, bytesMax }: SaveContext, received: Delivery): Promise<string | undefined> {
  const { id, endpoint, sha256, body, answer, receivedAt } = received;
  const claimed = await tx
    .insert(deliveryKey)
    .values({ endpointId: endpoint.id, sha256, deliveryId: id })
    .onConflictDoNothing()
    .returning({ id: deliveryKey.deliveryId });
  if (claimed.length === 0) return undefined;
  if (!(await takeRoom(tx, { endpointId: endpoint.id, bytes: body.length, bytesMax }))) {
    await tx.delete(deliveryKey).where(eq(deliveryKey.deliveryId, id));
    return undefined;
  }
  await tx.insert(delivery).values({
    id,
    endpointId: endpoint.id,
    environment: endpoint.environment,
    merchantId: endpoint.merchantId,
    eventId: id,
    sha256,
    body: vault.seal(body, { table: "delivery", row: id, column: "body" }),
    bodyBytes: body.length,
    headers: [...received.headers],
    peer: received.peer,
    receivedAt,
    lastSeenAt: receivedAt,
    ...toDerived(received),
    answerStatus: answer.status,
    answerBody: answer.body,
    answerMs: answer.ms,
  });
  return id;
}

/**
 * A body seen before; saving the same delivery once more is not seeing it again. Once valid it stays so, whatever
 * became of the key, and once answered OK too; an unverified one takes the new verdict, since a key that came later may
 * have turned it valid. Returns its id; undefined when it was never kept.
 */
async function countAgain(tx: Queryable, context: SaveContext, received: Delivery): Promise<string | undefined> {
  const { id, endpoint, sha256, receivedAt, judgement, answer } = received;
  const keyed = tx
    .select({ id: deliveryKey.deliveryId })
    .from(deliveryKey)
    .where(and(eq(deliveryKey.endpointId, endpoint.id), eq(deliveryKey.sha256, sha256)));
  // Kept once more with the shop's OK: that is no other sending.
  const seenAgain = endpoint.forward?.mode === "shop_answers" && answer.status === okStatus ? 0 : 1;
  const [known] = await tx
    .update(delivery)
    .set({
      seen: sql`${delivery.seen} + case when ${delivery.id} = ${id} then 0 else ${seenAgain}::int end`,
      lastSeenAt: sql`greatest(${delivery.lastSeenAt}, ${receivedAt.toISOString()}::timestamptz)`,
    })
    .where(and(eq(delivery.endpointId, endpoint.id), eq(delivery.id, keyed)))
    .returning({ id: delivery.id, verdict: delivery.verdict, answerStatus: delivery.answerStatus });
  if (!known) return undefined;
  const { verdict, reasons, keyId } = judgement;
  const answered = { answerStatus: answer.status, answerBody: answer.body, answerMs: answer.ms };
  if (known.verdict === "valid") {
    if (verdict !== "valid") return known.id;
    const isRaised = answer.status === okStatus && known.answerStatus !== okStatus;
    if (isRaised) await tx.update(delivery).set(answered).where(eq(delivery.id, known.id));
    // The same bytes reverse another attempt of the order.
    const isAnother = known.id !== id && received.event.method === "IPCPurchaseRollback";
    if (isAnother) await queueAgain(tx, context, { ...received, id: known.id });
    return known.id;
  }
  await tx
    .update(delivery)
    .set({ verdict, reasons: [...reasons], keyId, ...answered })
    .where(eq(delivery.id, known.id));
  if (verdict === "valid") await makeKnown(tx, context, { ...received, id: known.id });
  return known.id;
}

/** A kept body that turned valid gets what a valid one has from the start: event, reference and identifiers. */
async function makeKnown(tx: Queryable, context: SaveContext, received: Delivery): Promise<void> {
  const { id, endpoint, eventHash, event: message } = received;
  await giveRoomBack(tx, endpoint.id, received.body.length);
  const [event] = await tx
    .insert(eventKey)
    .values({ endpointId: endpoint.id, hash: eventHash, eventId: id })
    .onConflictDoUpdate({ target: [eventKey.endpointId, eventKey.hash], set: { endpointId: endpoint.id } })
    .returning({ eventId: eventKey.eventId });
  const eventId = event?.eventId ?? id;
  if (eventId !== id) await tx.update(delivery).set({ eventId }).where(eq(delivery.id, id));
  const hash = referenceHash(message);
  const [first] = hash
    ? await tx
        .insert(referenceKey)
        .values({ endpointId: endpoint.id, hash, eventId })
        .onConflictDoUpdate({ target: [referenceKey.endpointId, referenceKey.hash], set: { endpointId: endpoint.id } })
        .returning({ eventId: referenceKey.eventId })
    : [];
  if (first && first.eventId !== eventId) await markConflict(tx, [eventId, first.eventId]);
  const { environment, merchantId } = endpoint;
  await saveIdentifiers(tx, toIdentifiers(context.vault, { ...received, environment, merchantId }));
  await queueAgain(tx, context, received);
}

/** Tells of those that forward and act; `insertDeliveries` sees by itself to what follows every acting delivery. */
export async function tellOutbox(tx: Queryable, outbox: DeliveryOutbox, deliveries: readonly Delivery[]): Promise<void> {
  const forwarded = deliveries.filter(isForwarded);
  if (forwarded.length > 0) await outbox(tx, forwarded);
}

export function isForwarded({ endpoint, event }: Delivery): boolean {
  return Boolean(endpoint.forward) && isActingMethod(event.method);
}

async function queueAgain(tx: Queryable, { outbox }: SaveContext, received: Delivery): Promise<void> {
  if (isActingMethod(received.event.method)) await queueForJoin(tx, [received]);
  await tellOutbox(tx, outbox, [received]);
}

async function markConflict(tx: Queryable, eventIds: readonly string[]): Promise<void> {
  const repeats = and(inArray(delivery.eventId, [...eventIds]), ne(delivery.eventId, delivery.id));
  await tx
    .update(delivery)
    .set({ conflict: true })
    .where(and(eq(delivery.conflict, false), or(inArray(delivery.id, [...eventIds]), repeats)));
}

async function announce(tx: Queryable, id: string | undefined, { endpoint, event, judgement }: Delivery): Promise<void> {
  if (id === undefined) return;
  const { environment, merchantId } = endpoint;
  const data = { id, method: event.method, verdict: judgement.verdict };
  await recordLive(tx, { environment, merchantId, type: "notification", data });
}
