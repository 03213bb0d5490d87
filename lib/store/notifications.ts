import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { OrderMessage } from "../notify/attempt-state.ts";
import type { Queryable } from "./open-store.ts";
import { identifier } from "./schema/identifier.ts";
import { delivery } from "./schema/notification.ts";

export type DeliveryRow = typeof delivery.$inferSelect;
/** A delivery as lists need it: without the sealed body. */
export type DeliverySummary = Omit<DeliveryRow, "body">;

const { body: _body, ...summaryColumns } = getTableColumns(delivery);

export type DeliveryFilter = {
  environment?: string;
  merchantIds: readonly string[];
  verdict?: string;
  method?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
  /** An identifier as compared, and its keyed hash: exact or the beginning. */
  identifier?: { value: string; hashed: string };
  beforeSeq?: number;
  limit: number;
};

/** Newest first by the order of arrival in this database. */
export async function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<DeliverySummary[]> {
  if (filter.merchantIds.length === 0) return [];
  return db.select(summaryColumns).from(delivery).where(toCondition(db, filter)).orderBy(desc(delivery.seq)).limit(filter.limit);
}

function toCondition(
  db: Queryable,
  { environment, merchantIds, verdict, method, from, to, identifier: wanted, beforeSeq }: DeliveryFilter,
): SQL | undefined {
  return and(
    // With several merchants their environment is what an index holds in order.
    environment === undefined || merchantIds.length < 2 ? undefined : eq(delivery.environment, environment),
    inArray(delivery.merchantId, [...merchantIds]),
    verdict === undefined ? undefined : sql`${delivery.verdict} = ${verdict}`,
    method === undefined ? undefined : eq(delivery.method, method),
    from === undefined ? undefined : gte(delivery.receivedAt, from),
    to === undefined ? undefined : lt(delivery.receivedAt, to),
    beforeSeq === undefined ? undefined : lt(delivery.seq, beforeSeq),
    wanted === undefined ? undefined : fitsIdentifier(db, merchantIds, wanted),
  );
}

/** Unverified bodies have no identifiers, so their order and reference are compared in place. */
function fitsIdentifier(
  db: Queryable,
  merchantIds: readonly string[],
  { value, hashed }: { value: string; hashed: string },
): SQL | undefined {
  const begins = `${value.replace(/[\\%_]/g, "\\$&")}%`;
  const known = db
    .select({ id: sql<string>`${identifier.targetId}::uuid` })
    .from(identifier)
    .where(
      and(
        eq(identifier.kind, "notification"),
        inArray(identifier.merchantId, [...merchantIds]),
        or(eq(identifier.value, hashed), sql`${identifier.value} like ${begins}`),
      ),
    );
  return or(
    inArray(delivery.id, known),
    sql`replace(replace(upper(${delivery.orderId}), '-', ''), ' ', '') like ${begins}`,
    sql`replace(replace(upper(${delivery.trnref}), '-', ''), ' ', '') like ${begins}`,
  );
}

export async function findDelivery(
  db: Queryable,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(delivery)
    .where(and(eq(delivery.id, id), eq(delivery.merchantId, merchantId)));
  return row;
}

type Order = { endpointId: string; orderId: string };

function ofOrder({ endpointId, orderId }: Order): SQL | undefined {
  const begins = sql`left(${delivery.orderId}, 200) = left(${orderId}, 200)`;
  return and(eq(delivery.endpointId, endpointId), begins, eq(delivery.orderId, orderId));
}

/** Deliveries of one order of an endpoint, verified or not, newest first; at most 200. */
export function listOrderDeliveries(db: Queryable, order: Order): Promise<DeliverySummary[]> {
  return db.select(summaryColumns).from(delivery).where(ofOrder(order)).orderBy(desc(delivery.seq)).limit(200);
}

export type OrderMessageRow = OrderMessage & { amountMinor: number | null; currency: string | null };

/**
 * All that decides what an order's payments came to, oldest first: valid and answered OK. One that got no OK was
 * reversed by the gateway, whatever its verdict became later; forged ones cannot crowd out genuine ones.
 */
export function listOrderMessages(db: Queryable, order: Order): Promise<OrderMessageRow[]> {
  const { method, trnref, receivedAt, lastSeenAt, amountMinor, currency } = delivery;
  return db
    .select({ method, trnref, receivedAt, lastSeenAt, amountMinor, currency })
    .from(delivery)
    .where(and(ofOrder(order), eq(delivery.verdict, "valid"), eq(delivery.answerStatus, 200)))
    .orderBy(asc(delivery.seq));
}

/** The next stretch of all deliveries, oldest first, for rebuilding what is derived. */
export function listDeliveriesAfter(db: Queryable, { seq, limit }: { seq: number; limit: number }): Promise<DeliveryRow[]> {
  return db.select().from(delivery).where(sql`${delivery.seq} > ${seq}`).orderBy(asc(delivery.seq)).limit(limit);
}

/** When the endpoint last received anything. */
export async function findLastReceived(db: Queryable, endpointId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: delivery.lastSeenAt })
    .from(delivery)
    .where(eq(delivery.endpointId, endpointId))
    .orderBy(desc(delivery.lastSeenAt))
    .limit(1);
  return row?.at;
}
