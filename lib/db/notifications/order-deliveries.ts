import { and, asc, eq, gt, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { OrderMessage } from "#lib/notifications/receive/attempt-state.ts";
import type { Queryable } from "../connection/open-store.ts";
import { delivery, hashOfOrder } from "../schema/notification.ts";
import { type DeliverySummary, summaryColumns } from "./notifications.ts";

export type Order = { endpointId: string; orderId: string };

function ofOrder({ endpointId, orderId }: Order): SQL | undefined {
  const isHashed = sql`${hashOfOrder(delivery)} = ${hashOfOrder({ endpointId: sql`${endpointId}`, orderId: sql`${orderId}::text` })}`;
  return and(isHashed, eq(delivery.endpointId, endpointId), eq(delivery.orderId, orderId));
}

/** Valid and the first reading of its signed text: only these change the state of an order. Written like its index. */
export const isEvent = sql`(${delivery.verdict} = 'valid' and ${delivery.eventId} = ${delivery.id})`;
const isOther = sql`(${delivery.verdict} <> 'valid' or ${delivery.eventId} <> ${delivery.id})`;

const shownMax = 200;

/** Up to 200 deliveries of one order of an endpoint, newest first: events before others. */
export async function listOrderDeliveries(db: Queryable, order: Order): Promise<DeliverySummary[]> {
  const list = (what: SQL, limit: number) =>
    db
      .select(summaryColumns)
      .from(delivery)
      .where(and(ofOrder(order), what))
      .orderBy(sql`${delivery.seq} desc nulls last`)
      .limit(limit);
  const events = await list(isEvent, shownMax);
  const others = await list(isOther, shownMax - events.length);
  return [...events, ...others].toSorted((left, right) => right.seq - left.seq);
}

/** All events of these orders, oldest first, regardless of how many forgeries name the same orders. */
export async function listOrderEvents(db: Queryable, orders: readonly Order[]): Promise<DeliverySummary[]> {
  if (orders.length === 0) return [];
  const rows = await db
    .select(summaryColumns)
    .from(delivery)
    .where(and(isOfOrders(orders), isEvent))
    .orderBy(asc(delivery.seq));
  const orderKeys = new Set(orders.map(orderKey));
  return rows.filter(({ endpointId, orderId }) => orderKeys.has(orderKey({ endpointId, orderId: orderId ?? "" })));
}

/** Whether a payment of the order was notified after `since` and, where it is given, not after `until`. */
export async function hasUnreversedAttempt(
  db: Queryable,
  order: Order,
  { since, until }: { since: Date; until?: Date },
): Promise<boolean> {
  const rows = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        ofOrder(order),
        isEvent,
        inArray(delivery.method, ["IPCPurchaseNotify", "IPCPreAuthorizationNotify"]),
        gt(delivery.receivedAt, since),
        until && lte(delivery.receivedAt, until),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Whether a Rollback of the order came, or came again, at that time or later: it reversed what was notified before. */
export async function hasRollbackSince(db: Queryable, order: Order, since: Date): Promise<boolean> {
  const rows = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(ofOrder(order), isEvent, eq(delivery.method, "IPCPurchaseRollback"), gte(delivery.lastSeenAt, since)))
    .limit(1);
  return rows.length > 0;
}

/** The ids of those payments after which a Rollback of their order came, or came again, as `hasRollbackSince` for each. */
export async function findReversed(
  db: Queryable,
  payments: readonly (Order & { id: string; environment: string; receivedAt: Date })[],
): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set();
  const { environment, endpointId, orderId, method, lastSeenAt } = delivery;
  // Each environment has months of its own.
  const isHere = inArray(environment, [...new Set(payments.map((payment) => payment.environment))]);
  const rows = await db
    .select({ endpointId, orderId, lastSeenAt })
    .from(delivery)
    .where(and(isHere, isOfOrders(payments), isEvent, eq(method, "IPCPurchaseRollback")));
  const rollbacks = Map.groupBy(rows, (row) => orderKey({ endpointId: row.endpointId, orderId: row.orderId ?? "" }));
  const isReversed = (payment: Order & { receivedAt: Date }) =>
    rollbacks.get(orderKey(payment))?.some((row) => row.lastSeenAt >= payment.receivedAt);
  return new Set(payments.filter(isReversed).map(({ id }) => id));
}

/** May include another order: an index entry contains only a hash. */
export function isOfOrders(orders: readonly Order[]): SQL {
  const column = (read: (order: Order) => string) => sql.param(orders.map(read));
  // As an array: with a subquery PostgreSQL would read all months rather than search each for every order.
  return sql`${hashOfOrder(delivery)} = any(array(
    select ${hashOfOrder({ endpointId: sql`wanted.endpoint_id`, orderId: sql`wanted.order_id` })}
    from unnest(${column((order) => order.endpointId)}::text[], ${column((order) => order.orderId)}::text[])
      as wanted(endpoint_id, order_id)))`;
}

export type OrderMessageRow = OrderMessage & { amountMinor: number | null; currency: string | null };

const decidesOrder = and(isEvent, or(eq(delivery.answerStatus, 200), eq(delivery.method, "IPCPurchaseRollback")));

/** All messages that decide the state of the orders' payments, by endpoint and order; see `listOrderMessages`. */
export async function listMessagesOfOrders(db: Queryable, orders: readonly Order[]): Promise<Map<string, OrderMessageRow[]>> {
  if (orders.length === 0) return new Map();
  const { endpointId, orderId, method, trnref, receivedAt, lastSeenAt, amountMinor, currency } = delivery;
  const rows = await db
    .select({ endpointId, orderId, method, trnref, receivedAt, lastSeenAt, amountMinor, currency })
    .from(delivery)
    .where(and(isOfOrders(orders), decidesOrder))
    .orderBy(asc(delivery.seq));
  return Map.groupBy(rows, (row) => orderKey({ endpointId: row.endpointId, orderId: row.orderId ?? "" }));
}

export function orderKey({ endpointId, orderId }: Order): string {
  return `${endpointId} ${orderId}`;
}

/**
 * All messages that decide the state of an order's payments, oldest first: valid and answered OK. The gateway reversed
 * a payment that got no OK, even if its notification became valid later; a Rollback reverses even when the shop refused
 * it. Forgeries cannot displace genuine messages.
 */
export function listOrderMessages(db: Queryable, order: Order): Promise<OrderMessageRow[]> {
  const { method, trnref, receivedAt, lastSeenAt, amountMinor, currency } = delivery;
  return db
    .select({ method, trnref, receivedAt, lastSeenAt, amountMinor, currency })
    .from(delivery)
    .where(and(ofOrder(order), decidesOrder))
    .orderBy(asc(delivery.seq));
}
