import { and, eq, sql } from "drizzle-orm";
import { normaliseIdentifier } from "../core/identifiers.ts";
import type { Delivery, DeliveryRecord } from "../notify/ports.ts";
import type { Vault } from "../vault/vault.ts";
import { type NewIdentifier, saveIdentifiers } from "./identifiers.ts";
import { publishLive } from "./live.ts";
import type { Database, Transaction } from "./open-store.ts";
import { delivery, deliveryDropped, deliveryKey, eventKey } from "./schema/notification.ts";

/**
 * Where received bodies are kept: body, derived fields, identifiers and live event in ONE transaction. The same body at
 * the same endpoint is one delivery, however often and at once it arrives; it then only counts.
 */
export function createDeliveryRecord({ db, vault }: { db: Database; vault: Vault }): DeliveryRecord {
  return {
    save: (received, { signal }) =>
      db.transaction(async (tx) => {
        const isNew = await claimKey(tx, received);
        if (isNew) await insertDelivery(tx, vault, received);
        else await countAgain(tx, received);
        await publishLive(tx, {
          environment: received.endpoint.environment,
          merchantId: received.endpoint.merchantId,
          type: "notification",
          data: { id: received.id, method: received.event.method, verdict: received.judgement.verdict },
        });
        signal.throwIfAborted();
      }),
    async countDropped(endpointId, count) {
      await db
        .insert(deliveryDropped)
        .values({ endpointId, count })
        .onConflictDoUpdate({ target: deliveryDropped.endpointId, set: { count: sql`${deliveryDropped.count} + ${count}` } });
    },
  };
}

async function claimKey(tx: Transaction, { id, endpoint, sha256 }: Delivery): Promise<boolean> {
  const rows = await tx
    .insert(deliveryKey)
    .values({ endpointId: endpoint.id, sha256, deliveryId: id })
    .onConflictDoNothing()
    .returning({ id: deliveryKey.deliveryId });
  return rows.length > 0;
}

/** A body seen before. What we judged now stands: a key that came later may have turned it valid. */
async function countAgain(tx: Transaction, received: Delivery): Promise<void> {
  const { endpoint, sha256, receivedAt, judgement, answer } = received;
  await tx
    .update(delivery)
    .set({
      seen: sql`${delivery.seen} + 1`,
      lastSeenAt: receivedAt,
      verdict: judgement.verdict,
      reasons: [...judgement.reasons],
      keyId: judgement.keyId,
      answerStatus: answer.status,
      answerBody: answer.body,
      answerMs: answer.ms,
    })
    .where(and(eq(delivery.endpointId, endpoint.id), eq(delivery.sha256, sha256)));
}

async function insertDelivery(tx: Transaction, vault: Vault, received: Delivery): Promise<void> {
  const { id, endpoint, judgement, answer } = received;
  const eventId = await claimEvent(tx, received);
  await tx.insert(delivery).values({
    id,
    endpointId: endpoint.id,
    environment: endpoint.environment,
    merchantId: endpoint.merchantId,
    eventId,
    sha256: received.sha256,
    body: vault.seal(received.body, { table: "delivery", row: id, column: "body" }),
    bodyBytes: received.body.length,
    headers: [...received.headers],
    peer: received.peer,
    receivedAt: received.receivedAt,
    lastSeenAt: received.receivedAt,
    ...toDerived(received),
    answerStatus: answer.status,
    answerBody: answer.body,
    answerMs: answer.ms,
  });
  if (judgement.verdict === "valid") await saveIdentifiers(tx, toIdentifiers(vault, received));
}

/** What `npm run reparse` makes anew from the body. */
export function toDerived({ event, judgement }: Pick<Delivery, "event" | "judgement">) {
  return {
    method: event.method,
    orderId: event.orderId,
    trnref: event.trnref,
    amountMinor: event.amountMinor,
    currency: event.currency,
    verdict: judgement.verdict,
    reasons: [...judgement.reasons],
    keyId: judgement.keyId,
  };
}

async function claimEvent(tx: Transaction, { id, endpoint, eventHash }: Delivery): Promise<string> {
  const [made] = await tx
    .insert(eventKey)
    .values({ endpointId: endpoint.id, hash: eventHash, eventId: id })
    .onConflictDoUpdate({ target: [eventKey.endpointId, eventKey.hash], set: { endpointId: endpoint.id } })
    .returning({ eventId: eventKey.eventId });
  return made?.eventId ?? id;
}

/** What a caller may read out of a valid notification; personal ones only as a keyed hash. */
export function toIdentifiers(
  vault: Vault,
  { id, endpoint, receivedAt, event }: Pick<Delivery, "id" | "endpoint" | "receivedAt" | "event">,
): NewIdentifier[] {
  const { environment, merchantId } = endpoint;
  return event.identifiers.map(({ field, value, isPersonal }) => {
    const compared = normaliseIdentifier(value).slice(0, 255);
    return {
      environment,
      merchantId,
      kind: "notification",
      targetId: id,
      field,
      value: isPersonal ? vault.hash(compared) : compared,
      occurredAt: receivedAt,
    };
  });
}
