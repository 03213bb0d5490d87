import { and, inArray, ne, sql } from "drizzle-orm";
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
    return toRow(delivery).map((row) => (row.state === "delivered" ? row : { ...row, state, settledAt: sql`now()` }));
  });
}

async function insertForwards(
  tx: Queryable,
  deliveries: readonly Forwarded[],
  toRows: (delivery: Forwarded) => NewForward[],
): Promise<void> {
  const rows = new Map(deliveries.flatMap(toRows).map((row) => [row.deliveryId, row]));
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

function toRow(delivery: Forwarded): NewForward[] {
  const { id, endpoint, event } = delivery;
  if (!endpoint.forward) return [];
  const { mode } = endpoint.forward;
  const dueAt = mode === "shop_answers" ? sql`now() + ${forwardLeaseMs} * interval '1 millisecond'` : sql`now()`;
  const settled = isConfirmedByShop(delivery) ? { state: "delivered" as const, settledAt: sql`now()` } : {};
  return [
    {
      deliveryId: id,
      endpointId: endpoint.id,
      orderHash: orderHash(event.orderId ?? id),
      mode,
      dueAt,
      queuedAt: sql`now()`,
      ...settled,
    },
  ];
}
