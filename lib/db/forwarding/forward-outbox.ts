import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import { forwardLeaseMs } from "#lib/notifications/forwarding/ports.ts";
import type { Delivery } from "#lib/notifications/ports.ts";
import type { Queryable } from "../connection/open-store.ts";
import { isConfirmedByShop } from "../deliveries/delivery-writes.ts";
import { orderHash } from "../payments/order-hash.ts";
import { forward } from "../schema/forward.ts";

/** A delivery as far as forwarding needs it. */
type Forwarded = Pick<Delivery, "id" | "endpoint"> & {
  event: Pick<Delivery["event"], "method" | "orderId">;
  answer: Pick<Delivery["answer"], "status">;
};

type NewForward = PgInsertValue<typeof forward> & { deliveryId: string };

/**
 * Queues valid deliveries for forwarding, in the transaction that stores them. Known ones stay as they are, with three exceptions.
 * A repeated Rollback is sent again, last: the same bytes may reverse another attempt of the order. What the shop refused is sent
 * once the gateway got OK for it without asking the shop. What the shop took is delivered, whatever was noted of it before.
 * While forwarding is off a Rollback waits where a message of its order is queued: otherwise the shop would get the payment alone.
 */
export async function queueForwards(tx: Queryable, deliveries: readonly Forwarded[]): Promise<void> {
  await insertForwards(tx, deliveries, toRow);
  await noteDelivered(tx, deliveries.filter(isConfirmedByShop));
}

/** In place: the attempt itself is noted by the process that asked the shop, if that still lives. */
async function noteDelivered(tx: Queryable, deliveries: readonly Forwarded[]): Promise<void> {
  const ids = deliveries.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx
    .update(forward)
    .set({ state: "delivered", settledAt: sql`now()` })
    .where(and(inArray(forward.deliveryId, ids), ne(forward.state, "delivered")));
}

/**
 * The same for deliveries that are played in after a restore: nobody knows whether the shop has them, so they wait for a person.
 * Where the shop answered, its answer is known.
 */
export async function holdForwards(tx: Queryable, deliveries: readonly Forwarded[]): Promise<void> {
  await insertForwards(tx, deliveries, (delivery) => {
    const state = delivery.endpoint.forward?.mode === "shop_answers" ? "refused" : "held";
    const row = toRow(delivery);
    return row.state === "delivered" ? row : { ...row, state, settledAt: sql`now()` };
  });
  await noteDelivered(tx, deliveries.filter(isConfirmedByShop));
}

type ToRow = (delivery: Forwarded) => NewForward;

async function insertForwards(tx: Queryable, deliveries: readonly Forwarded[], toNewRow: ToRow): Promise<void> {
  const forwarded = deliveries.filter(({ endpoint }) => endpoint.forward);
  await upsertForwards(tx, forwarded, toNewRow);
  // Afterwards, since its payment may be among these deliveries.
  await upsertForwards(tx, await findQueuedOrders(tx, deliveries.filter(isRollbackWhileOff)), toNewRow);
}

function isRollbackWhileOff({ endpoint, event }: Forwarded): boolean {
  return !endpoint.forward && event.method === "IPCPurchaseRollback";
}

/** Those of whose order a message is queued for the shop, or was. */
async function findQueuedOrders(tx: Queryable, deliveries: readonly Forwarded[]): Promise<Forwarded[]> {
  if (deliveries.length === 0) return [];
  const orders = deliveries.map((item) =>
    and(eq(forward.endpointId, item.endpoint.id), eq(forward.orderHash, orderHashOf(item))),
  );
  const found = await tx
    .selectDistinct({ endpointId: forward.endpointId, orderHash: forward.orderHash })
    .from(forward)
    .where(or(...orders));
  const isQueued = (item: Forwarded) =>
    found.some(({ endpointId, orderHash }) => endpointId === item.endpoint.id && orderHash.equals(orderHashOf(item)));
  return deliveries.filter(isQueued);
}

async function upsertForwards(tx: Queryable, deliveries: readonly Forwarded[], toNewRow: ToRow): Promise<void> {
  const rows = new Map(deliveries.map((delivery) => [delivery.id, toNewRow(delivery)]));
  if (rows.size === 0) return;
  const repeated = deliveries.filter((item) => item.event.method === "IPCPurchaseRollback" && !isConfirmedByShop(item));
  await tx
    .insert(forward)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: forward.deliveryId,
      set: {
        seq: sql`nextval(pg_get_serial_sequence('forward', 'seq'))`,
        state: sql`excluded.state`,
        round: sql`${forward.round} + 1`,
        attempts: 0,
        mode: sql`excluded.mode`,
        dueAt: sql`excluded.due_at`,
        queuedAt: sql`excluded.queued_at`,
        settledAt: sql`excluded.settled_at`,
      },
      setWhere: sql`${forward.deliveryId} = any(${sql.param(repeated.map(({ id }) => id))}::uuid[])
        or (${forward.state} = 'refused' and excluded.state = 'pending' and excluded.mode <> 'shop_answers')`,
    });
}

function toRow(delivery: Forwarded): NewForward {
  const { id, endpoint } = delivery;
  const mode = endpoint.forward?.mode ?? "desk_answers";
  const dueAt = mode === "shop_answers" ? sql`now() + ${forwardLeaseMs} * interval '1 millisecond'` : sql`now()`;
  const settled = isConfirmedByShop(delivery) ? { state: "delivered" as const, settledAt: sql`now()` } : {};
  return {
    deliveryId: id,
    endpointId: endpoint.id,
    orderHash: orderHashOf(delivery),
    mode,
    dueAt,
    queuedAt: sql`now()`,
    ...settled,
  };
}

function orderHashOf({ id, event }: Forwarded): Buffer {
  return orderHash(event.orderId ?? id);
}
