import { and, type Column, count, eq, getTableColumns, gte, inArray, isNotNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { shopAnswerMs } from "#lib/notifications/forwarding/ports.ts";
import type { Queryable } from "../connection/open-store.ts";
import { orderHash } from "../payments/order-hash.ts";
import { forward, triesKept } from "../schema/forward.ts";
import { delivery } from "../schema/notification.ts";

export type ForwardState = (typeof forward.$inferSelect)["state"];

export type ForwardFilter = {
  endpointId: string;
  state?: ForwardState | undefined;
  orderId?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  ids?: readonly string[] | undefined;
  /** Only payments since then that the shop would have had reversed; null: since ever. */
  wouldReverseSince?: Date | null | undefined;
};

const { deliveryId, seq, state, mode, attempts, dueAt, queuedAt, settledAt, triedAt, tries } = getTableColumns(forward);
const { method, orderId, trnref, amountMinor, currency, receivedAt } = getTableColumns(delivery);
const columns = {
  ...{ deliveryId, seq, state, mode, attempts, dueAt, queuedAt, settledAt, triedAt, tries },
  ...{ method, orderId, trnref, amountMinor, currency, receivedAt },
};

export type ForwardRow = Awaited<ReturnType<typeof listForwardRows>>[number];

/** Latest first. */
export function listForwardRows(
  db: Queryable,
  { beforeSeq, limit, ...filter }: ForwardFilter & { beforeSeq?: number | undefined; limit: number },
) {
  return db
    .select(columns)
    .from(forward)
    .innerJoin(delivery, eq(delivery.id, forward.deliveryId))
    .where(and(fitsForward(filter), beforeSeq === undefined ? undefined : lt(forward.seq, beforeSeq)))
    .orderBy(asTheIndex(forward.seq))
    .limit(limit);
}

/** Of these deliveries of a merchant. */
export async function listForwardsOf(
  db: Queryable,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<ForwardRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(columns)
    .from(forward)
    .innerJoin(delivery, eq(delivery.id, forward.deliveryId))
    .where(and(inArray(forward.deliveryId, [...ids]), eq(delivery.merchantId, merchantId)));
}

/** The condition over `forward` joined with its `delivery`. */
export function fitsForward({ endpointId, ids, ...filter }: ForwardFilter): SQL | undefined {
  return and(
    eq(forward.endpointId, endpointId),
    filter.state === undefined ? undefined : eq(forward.state, filter.state),
    filter.orderId === undefined ? undefined : eq(forward.orderHash, orderHash(filter.orderId)),
    filter.from === undefined ? undefined : gte(delivery.receivedAt, filter.from),
    filter.to === undefined ? undefined : lt(delivery.receivedAt, filter.to),
    ids === undefined ? undefined : inArray(forward.deliveryId, [...ids]),
    filter.wouldReverseSince === undefined
      ? undefined
      : and(isNewestShadowed(endpointId, filter.wouldReverseSince), wouldReverse),
  );
}

/** Of these the newest 5,000, as they are counted. */
function isNewestShadowed(endpointId: string, since: Date | null): SQL | undefined {
  const shadowed = isShadowed(since);
  const first = sql`select ${forward.seq} from ${forward} join ${delivery} on ${delivery.id} = ${forward.deliveryId}
    where ${and(eq(forward.endpointId, endpointId), shadowed)} order by ${asTheIndex(forward.seq)} offset ${shadowedMax - 1} limit 1`;
  return and(shadowed, sql`${forward.seq} >= coalesce((${first}), 0)`);
}

/** Payments that were forwarded while the shop's answers were only counted. A Rollback reverses whatever the shop says. */
function isShadowed(since: Date | null): SQL | undefined {
  const first = since === null ? undefined : gte(delivery.receivedAt, since);
  return and(eq(forward.mode, "shop_shadow"), isNotNull(forward.triedAt), ne(delivery.method, "IPCPurchaseRollback"), first);
}

/** From the first answer. Where 0.2.0 did not keep it, there were as many attempts because it was no OK. */
const wouldReverse = sql`(jsonb_array_length(${forward.tries}) >= ${triesKept} or ${forward.tries} -> 0 ->> 'problem' is not null
  or (${forward.tries} -> 0 ->> 'ms')::float > ${shopAnswerMs})`;

const shadowedMax = 5_000;

/** Of the newest 5,000 payments since then: how many the shop was asked about, and how many it would have had reversed. */
export async function countShadow(
  db: Queryable,
  { endpointId, since }: { endpointId: string; since: Date },
): Promise<{ asked: number; wouldReverse: number }> {
  const newest = db
    .select({ isReversed: wouldReverse.as("is_reversed") })
    .from(forward)
    .innerJoin(delivery, eq(delivery.id, forward.deliveryId))
    .where(and(eq(forward.endpointId, endpointId), isShadowed(since)))
    .orderBy(asTheIndex(forward.seq))
    .limit(shadowedMax)
    .as("newest");
  const [row] = await db
    .select({ asked: count(), wouldReverse: sql<number>`(count(*) filter (where ${newest.isReversed}))::int` })
    .from(newest);
  return row ?? { asked: 0, wouldReverse: 0 };
}

/** An index serves an order only when both treat nulls alike, even where there are none. */
function asTheIndex(column: Column): SQL {
  return sql`${column} desc nulls last`;
}

export type ForwardCounts = Record<"pending" | "refused" | "dead", number>;

/** How many are pending, refused or dead letters; delivered ones are not counted, as there may be millions. */
export async function countForwards(db: Queryable, endpointId: string): Promise<ForwardCounts> {
  const rows = await db
    .select({ state: forward.state, count: count() })
    .from(forward)
    .where(and(eq(forward.endpointId, endpointId), inArray(forward.state, ["pending", "refused", "dead"])))
    .groupBy(forward.state);
  return { pending: 0, refused: 0, dead: 0, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
}

/** The shop's last response. */
export async function findLastTried(db: Queryable, endpointId: string): Promise<ForwardRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(forward)
    .innerJoin(delivery, eq(delivery.id, forward.deliveryId))
    .where(and(eq(forward.endpointId, endpointId), isNotNull(forward.triedAt)))
    .orderBy(asTheIndex(forward.triedAt))
    .limit(1);
  return row;
}
