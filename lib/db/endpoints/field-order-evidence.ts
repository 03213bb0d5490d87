import { setImmediate as nextTurn } from "node:timers/promises";
import { and, asc, count, eq, gte, inArray, notExists, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { delivery, eventKey, notifyEndpoint, refusedKey } from "../schema/notification.ts";

type EndpointKey = { merchantId: string; endpointId: string; sid: string };

/** A stored body with what is needed to parse it again. */
export type StoredBody = Pick<
  typeof delivery.$inferSelect,
  "id" | "body" | "method" | "orderId" | "amountMinor" | "currency" | "receivedAt" | "lastSeenAt"
>;

const bodiesAtOnce = 200;
/** Bodies read in one turn of the event loop. */
const bodiesPerTurn = 20;

/**
 * The newest genuine deliveries that our rules refused and whose signed text never acted at any endpoint of the same
 * store: known values under other names are no evidence of a new field order.
 */
export async function listRefusedIds(
  db: Queryable,
  { merchantId, endpointId, sid }: EndpointKey,
  limit: number,
): Promise<string[]> {
  const sameStore = await db.select({ id: notifyEndpoint.id }).from(notifyEndpoint).where(eq(notifyEndpoint.sid, sid));
  const ids = [endpointId, ...sameStore.map(({ id }) => id)];
  const acted = db
    .select({ one: sql`1` })
    .from(eventKey)
    .where(and(inArray(eventKey.endpointId, ids), eq(eventKey.hash, refusedKey.hash)));
  const rows = await db
    .select({ id: delivery.id })
    .from(delivery)
    .innerJoin(refusedKey, eq(refusedKey.deliveryId, delivery.id))
    .where(
      and(
        eq(delivery.merchantId, merchantId),
        eq(delivery.endpointId, endpointId),
        sql`${delivery.genuineRefused}`,
        notExists(acted),
      ),
    )
    // The order of the index.
    .orderBy(sql`${delivery.receivedAt} desc nulls last`, sql`${delivery.seq} desc nulls last`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

type Methods = { endpointId: string; methods: readonly string[] };

/** The valid deliveries of these methods, last seen first. */
export async function listValidIds(db: Queryable, filter: Methods, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(isValid(filter))
    .orderBy(sql`${delivery.lastSeenAt} desc nulls last`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** How many of them arrived since that time. */
export async function countValidSince(db: Queryable, filter: Methods, since: Date): Promise<number> {
  const [row] = await db
    .select({ valid: count() })
    .from(delivery)
    .where(and(isValid(filter), gte(delivery.lastSeenAt, since), gte(delivery.receivedAt, since)));
  return row?.valid ?? 0;
}

function isValid({ endpointId, methods }: Methods) {
  return and(eq(delivery.endpointId, endpointId), eq(delivery.verdict, "valid"), inArray(delivery.method, [...methods]));
}

/** The bodies of these deliveries in order of arrival, loaded in batches; yields to the event loop regularly. */
export async function* readStoredBodies(db: Queryable, ids: readonly string[]): AsyncGenerator<StoredBody> {
  for (let start = 0; start < ids.length; start += bodiesAtOnce) {
    const rows = await db
      .select({
        id: delivery.id,
        body: delivery.body,
        method: delivery.method,
        orderId: delivery.orderId,
        amountMinor: delivery.amountMinor,
        currency: delivery.currency,
        receivedAt: delivery.receivedAt,
        lastSeenAt: delivery.lastSeenAt,
      })
      .from(delivery)
      .where(inArray(delivery.id, ids.slice(start, start + bodiesAtOnce)))
      .orderBy(asc(delivery.receivedAt), asc(delivery.seq));
    for (const [index, row] of rows.entries()) {
      if (index % bodiesPerTurn === 0) await nextTurn();
      yield row;
    }
  }
}
