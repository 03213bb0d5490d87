import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Delivery } from "#lib/notifications/ports.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { recordLive } from "../events/events.ts";
import { toHashKey, toSignedKey } from "../schema/delivery-columns.ts";
import { delivery, deliveryKey, eventKey } from "../schema/notification.ts";
import { sealBodies } from "./delivery-body.ts";
import { toDerived } from "./delivery-derived.ts";
import type { DeliveryOutbox } from "./delivery-outbox.ts";
import { queueDeliveries } from "./delivery-queue.ts";

export const okStatus = 200;

/** A delivery and copies of it that arrived together; `ids` lists all of them, and `id` is the last. */
export type Received = Delivery & { ids: readonly string[] };

export type SaveContext = { vault: Vault; bytesMax: number; refusedBytesMax: number; outbox: DeliveryOutbox };

type RowState = { eventId: string; conflict: boolean; genuineRefused?: boolean };

export async function insertRow(tx: Queryable, { vault }: SaveContext, received: Delivery, rowState: RowState): Promise<void> {
  const { id, endpoint, sha256, body, receivedAt } = received;
  await tx.insert(delivery).values({
    ...rowState,
    id,
    endpointId: endpoint.id,
    environment: endpoint.environment,
    merchantId: endpoint.merchantId,
    sha256,
    body: Buffer.concat(sealBodies(vault, [received])),
    bodyBytes: body.length,
    headers: [...received.headers],
    peer: received.peer,
    receivedAt,
    lastSeenAt: receivedAt,
    ...toDerived(received),
    ...toAnswered(received),
  });
  await queueDeliveries(tx, [{ id, merchantId: endpoint.merchantId }], { acts: false });
}

export const toAnswered = ({ answer }: Delivery) => ({
  answerStatus: answer.status,
  answerBody: answer.body,
  answerMs: answer.ms,
});

/** Whether it was saved again only because the shop answered OK: the shop has it. */
export function isConfirmedByShop({
  endpoint,
  answer,
}: {
  endpoint: Pick<Delivery["endpoint"], "forward">;
  answer: Pick<Delivery["answer"], "status">;
}): boolean {
  return endpoint.forward?.mode === "shop_answers" && answer.status === okStatus;
}

/** Counts further deliveries of it; saving the same one again, for example after the shop's OK, is not counted. */
export function toSeen(received: Received) {
  const { ids, receivedAt } = received;
  const isOne = sql`(${delivery.id} = any(${sql.param([...ids])}::uuid[]))::int`;
  return {
    seen: isConfirmedByShop(received) ? sql`${delivery.seen}` : sql`${delivery.seen} + ${ids.length}::int - ${isOne}`,
    lastSeenAt: sql`greatest(${delivery.lastSeenAt}, ${receivedAt.toISOString()}::timestamptz)`,
  };
}

/** The stored delivery of a body. Its id is read first, so that an update touches only its month's partition. */
export async function ofBody(tx: Queryable, received: Delivery): Promise<SQL | undefined> {
  const { endpoint, sha256 } = received;
  const [keyed] = await tx
    .select({ id: deliveryKey.deliveryId })
    .from(deliveryKey)
    .where(and(eq(deliveryKey.endpointId, endpoint.id), eq(deliveryKey.sha256, sha256)));
  const id = keyed?.id ?? (await findEventOfBody(tx, received));
  return id === undefined ? sql`false` : and(eq(delivery.endpointId, endpoint.id), eq(delivery.id, id));
}

/** The event whose first delivery had this body. */
async function findEventOfBody(tx: Queryable, { endpoint, sha256, signedHash }: Delivery): Promise<string | undefined> {
  const [event] = await tx
    .select({ id: eventKey.eventId })
    .from(eventKey)
    .where(and(eq(eventKey.endpointId, endpoint.id), eq(eventKey.hash, signedHash), eq(eventKey.body, sha256)));
  return event?.id;
}

/** Counts a body that is stored already; undefined when there is none. */
export async function countStoredBody(tx: Queryable, received: Received) {
  const [known] = await tx
    .update(delivery)
    .set(toSeen(received))
    .where(await ofBody(tx, received))
    .returning({ id: delivery.id, verdict: delivery.verdict, genuineRefused: delivery.genuineRefused });
  return known;
}

/** True when the body is new at its endpoint. One statement, since forgeries come in floods. */
export async function claimBody(tx: Queryable, { id, endpoint, sha256, signedHash }: Delivery): Promise<boolean> {
  const body = sql`${toHashKey(sha256)}::uuid`;
  const { rowCount } = await tx.execute(sql`
    insert into delivery_key (endpoint_id, sha256, delivery_id) select ${endpoint.id}::uuid, ${body}, ${id}::uuid
    where not exists (select from event_key
      where endpoint_id = ${endpoint.id}::uuid and hash = ${toSignedKey(signedHash)} and body = ${body})
    on conflict do nothing`);
  return rowCount === 1;
}

export async function releaseBody(tx: Queryable, { endpoint, sha256 }: Delivery): Promise<void> {
  await tx.delete(deliveryKey).where(and(eq(deliveryKey.endpointId, endpoint.id), eq(deliveryKey.sha256, sha256)));
}

export async function announce(
  tx: Queryable,
  id: string | undefined,
  { endpoint, event, verification }: Delivery,
): Promise<void> {
  if (id === undefined) return;
  const { environment, merchantId } = endpoint;
  const data = { id, method: event.method, verdict: verification.verdict };
  await recordLive(tx, { environment, merchantId, type: "notification", data });
}
