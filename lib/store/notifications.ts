import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { identifier } from "./schema/identifier.ts";
import { delivery, notifyCertificate } from "./schema/notification.ts";

export type DeliveryRow = typeof delivery.$inferSelect;

export type DeliveryFilter = {
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
export async function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  if (filter.merchantIds.length === 0) return [];
  return db.select().from(delivery).where(toCondition(db, filter)).orderBy(desc(delivery.seq)).limit(filter.limit);
}

function toCondition(
  db: Queryable,
  { merchantIds, verdict, method, from, to, identifier: wanted, beforeSeq }: DeliveryFilter,
): SQL | undefined {
  return and(
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
    sql`upper(${delivery.orderId}) like ${begins}`,
    sql`upper(${delivery.trnref}) like ${begins}`,
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

/** All deliveries of one order of an endpoint, oldest first; at most 200. */
export function listOrderDeliveries(
  db: Queryable,
  { endpointId, orderId }: { endpointId: string; orderId: string },
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(delivery)
    .where(and(eq(delivery.endpointId, endpointId), eq(delivery.orderId, orderId)))
    .orderBy(asc(delivery.seq))
    .limit(200);
}

/** The next stretch of all deliveries, oldest first, for rebuilding what is derived. */
export function listDeliveriesAfter(db: Queryable, { seq, limit }: { seq: number; limit: number }): Promise<DeliveryRow[]> {
  return db.select().from(delivery).where(sql`${delivery.seq} > ${seq}`).orderBy(asc(delivery.seq)).limit(limit);
}

export async function findCertificateById(db: Queryable, id: string) {
  const [row] = await db.select().from(notifyCertificate).where(sql`${notifyCertificate.id}::text = ${id}`);
  return row;
}

/** When each endpoint last received anything. */
export async function findLastReceived(db: Queryable, endpointIds: readonly string[]): Promise<Map<string, Date>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db
    .select({ endpointId: delivery.endpointId, at: sql<string>`max(${delivery.lastSeenAt})` })
    .from(delivery)
    .where(inArray(delivery.endpointId, [...endpointIds]))
    .groupBy(delivery.endpointId);
  return new Map(rows.map(({ endpointId, at }) => [endpointId, new Date(at)]));
}
