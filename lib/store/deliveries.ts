import { and, eq, sql } from "drizzle-orm";
import type { Delivery, DeliveryRecord } from "../notify/ports.ts";
import type { Vault } from "../vault/vault.ts";
import { toDerived, toIdentifiers } from "./delivery-derived.ts";
import { saveIdentifiers } from "./identifiers.ts";
import { publishLive } from "./live.ts";
import type { Database, Transaction } from "./open-store.ts";
import { countDropped, giveRoomBack, quarantineBytesMax, takeRoom } from "./quarantine.ts";
import { delivery, deliveryKey, eventKey } from "./schema/notification.ts";

type Options = { db: Database; vault: Vault; bytesMax?: number };

/**
 * Where received bodies are kept: body, derived fields, identifiers and live event in ONE transaction. The same body at
 * the same endpoint is one delivery, however often and at once it arrives; it then only counts.
 */
export function createDeliveryRecord({ db, vault, bytesMax = quarantineBytesMax }: Options): DeliveryRecord {
  return {
    save: (received, { signal }) =>
      db.transaction(async (tx) => {
        const id = (await insertNew(tx, { vault, bytesMax }, received)) ?? (await countAgain(tx, vault, received));
        if (id !== undefined) await announce(tx, id, received);
        signal.throwIfAborted();
      }),
    countDropped: (endpointId, count) => countDropped(db, endpointId, count),
  };
}

/** The new delivery's id; undefined when the body is known, or unverified and without room. */
async function insertNew(
  tx: Transaction,
  { vault, bytesMax }: { vault: Vault; bytesMax: number },
  received: Delivery,
): Promise<string | undefined> {
  const { id, endpoint, sha256, body, judgement } = received;
  const claimed = await tx
    .insert(deliveryKey)
    .values({ endpointId: endpoint.id, sha256, deliveryId: id })
    .onConflictDoNothing()
    .returning({ id: deliveryKey.deliveryId });
  if (claimed.length === 0) return undefined;
  if (judgement.verdict !== "valid" && !(await takeRoom(tx, { endpointId: endpoint.id, bytes: body.length, bytesMax }))) {
    await tx.delete(deliveryKey).where(eq(deliveryKey.deliveryId, id));
    return undefined;
  }
  await insertDelivery(tx, vault, received);
  if (judgement.verdict === "valid") await makeKnown(tx, vault, received);
  return id;
}

async function insertDelivery(tx: Transaction, vault: Vault, received: Delivery): Promise<void> {
  const { id, endpoint, answer } = received;
  await tx.insert(delivery).values({
    id,
    endpointId: endpoint.id,
    environment: endpoint.environment,
    merchantId: endpoint.merchantId,
    eventId: id,
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
}

/** A valid delivery's event and identifiers. An unverified one has neither: it must not stand in a genuine one's way. */
async function makeKnown(tx: Transaction, vault: Vault, received: Delivery): Promise<void> {
  const { id, endpoint, eventHash } = received;
  const [event] = await tx
    .insert(eventKey)
    .values({ endpointId: endpoint.id, hash: eventHash, eventId: id })
    .onConflictDoUpdate({ target: [eventKey.endpointId, eventKey.hash], set: { endpointId: endpoint.id } })
    .returning({ eventId: eventKey.eventId });
  if (event && event.eventId !== id) await tx.update(delivery).set({ eventId: event.eventId }).where(eq(delivery.id, id));
  await saveIdentifiers(tx, toIdentifiers(vault, received));
}

/**
 * A body seen before. Once valid it stays so, whatever became of the key; an unverified one takes the new verdict,
 * since a key that came later may have turned it valid. Returns its id; undefined when it was never kept.
 */
async function countAgain(tx: Transaction, vault: Vault, received: Delivery): Promise<string | undefined> {
  const { endpoint, sha256, receivedAt, judgement, answer } = received;
  const [known] = await tx
    .update(delivery)
    .set({ seen: sql`${delivery.seen} + 1`, lastSeenAt: receivedAt })
    .where(
      and(
        eq(delivery.endpointId, endpoint.id),
        eq(
          delivery.id,
          sql`(select ${deliveryKey.deliveryId} from ${deliveryKey} where ${deliveryKey.endpointId} = ${endpoint.id} and ${deliveryKey.sha256} = ${sha256})`,
        ),
      ),
    )
    .returning({ id: delivery.id, verdict: delivery.verdict });
  if (!known || known.verdict === "valid") return known?.id;
  const { verdict, reasons, keyId } = judgement;
  const answered = { answerStatus: answer.status, answerBody: answer.body, answerMs: answer.ms };
  await tx
    .update(delivery)
    .set({ verdict, reasons: [...reasons], keyId, ...answered })
    .where(eq(delivery.id, known.id));
  if (verdict === "valid") {
    await giveRoomBack(tx, endpoint.id, received.body.length);
    await makeKnown(tx, vault, { ...received, id: known.id });
  }
  return known.id;
}

function announce(tx: Transaction, id: string, { endpoint, event, judgement }: Delivery): Promise<void> {
  const { environment, merchantId } = endpoint;
  const data = { id, method: event.method, verdict: judgement.verdict };
  return publishLive(tx, { environment, merchantId, type: "notification", data });
}
