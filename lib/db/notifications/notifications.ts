import { and, asc, eq, getTableColumns, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { notificationFilters } from "#lib/contract/filters.ts";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { isNoticed, type NoticeFilters } from "../payments/payment-notices.ts";
import { delivery } from "../schema/notification.ts";
import { reconciliation } from "../schema/reconciliation.ts";
import { recordTag } from "../schema/tag.ts";
import { type FilterConditions, filterConditions, type QueryFilters, withinRange } from "../search/filter-conditions.ts";
import { type DeliverySearch, fitsInPlace, fitsSearch, isNewestFitting } from "../search/notification-search.ts";
import { hasTag } from "../tags/record-tags.ts";

export type DeliveryRow = typeof delivery.$inferSelect;
/** A delivery for lists: without the sealed body. */
export type DeliverySummary = Omit<DeliveryRow, "body" | "identifiers">;

const { body: _body, identifiers: _known, ...columns } = getTableColumns(delivery);
export const summaryColumns = columns;

/** The last row of the previous page. */
export type DeliveryKey = { receivedAt: Date; seq: number };

/** `tag`: its mark. */
type DeliveryFilters = Omit<QueryFilters<typeof notificationFilters>, "merchant" | "group" | "alert">;

export type DeliveryFilter = MerchantScope &
  DeliveryFilters & { search?: DeliverySearch | undefined; after?: DeliveryKey | undefined; limit: number };

/** Newest first by time of arrival; the cost does not grow with the page number. */
export async function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<DeliverySummary[]> {
  if (isEmptyScope(filter)) return [];
  const { search, tag } = filter;
  if (search === undefined && tag !== undefined) return listTagged(db, filter, tag);
  if (search === undefined) return listFitting(db, filter, toCondition(filter));
  const fits = await fitsSearch(db, filter, search);
  if (fits) return listFitting(db, filter, and(toCondition(filter), fits));
  const near = await listNear(db, filter, search);
  if (near.length === filter.limit) return near;
  return listFitting(db, filter, await isNewestFitting(db, search, { where: toCondition(filter), limit: filter.limit }));
}

export const newest = [sql`${delivery.receivedAt} desc nulls last`, sql`${delivery.seq} desc nulls last`];
/** When very many rows fit, a page is usually full after this many rows. */
const nearRows = 2_000;

function listFitting(db: Queryable, { limit }: DeliveryFilter, condition: SQL | undefined): Promise<DeliverySummary[]> {
  return db
    .select(summaryColumns)
    .from(delivery)
    .where(condition)
    .orderBy(...newest)
    .limit(limit);
}

/** Walks along the uses of the tag, so that its cost depends on them and not on the number of deliveries. */
function listTagged(db: Queryable, { tag: _, ...filter }: DeliveryFilter, mark: string): Promise<DeliverySummary[]> {
  const { after, from, before } = filter;
  const isUse = hasTag({ environment: filter.environment, mark, subject: "notification" });
  const within = filterConditions(
    { from, before, until: after?.receivedAt },
    {
      ...withinRange(recordTag.at),
      until: (until: Date) => lte(recordTag.at, until),
    },
  );
  return db
    .select(summaryColumns)
    .from(recordTag)
    .innerJoin(delivery, and(eq(delivery.id, recordTag.recordId), eq(delivery.receivedAt, recordTag.at)))
    .where(and(isUse, inScope(filter, recordTag), ...within, toCondition(filter)))
    .orderBy(sql`${recordTag.at} desc nulls last`, sql`${delivery.seq} desc nulls last`)
    .limit(filter.limit);
}

/** The matches among the next `nearRows` deliveries. */
function listNear(db: Queryable, filter: DeliveryFilter, search: DeliverySearch): Promise<DeliverySummary[]> {
  const next = db
    .select()
    .from(delivery)
    .where(toCondition(filter))
    .orderBy(...newest)
    .limit(nearRows)
    .as("delivery");
  return db
    .select(summaryColumns)
    .from(next)
    .where(fitsInPlace(search))
    .orderBy(...newest)
    .limit(filter.limit);
}

/** The filter as a condition, its search excepted. */
export function toCondition(filter: Omit<DeliveryFilter, "limit">): SQL | undefined {
  const { after } = filter;
  const conditions: FilterConditions<Omit<DeliveryFilters, keyof NoticeFilters>> = {
    verdict: delivery.verdict,
    method: hasMethod,
    flag: (flag) => isFlagged(flag, filter),
    currency: delivery.currency,
    tag: (mark) => sql`exists (select from ${recordTag} where ${recordTag.recordId} = ${delivery.id}
      and ${hasTag({ environment: filter.environment, mark, subject: "notification" })})`,
    ...withinRange(delivery.receivedAt),
  };
  return and(inScope(filter, delivery), isNoticed(filter), ...filterConditions(filter, conditions), after && isOlder(after));
}

function isOlder({ receivedAt, seq }: DeliveryKey): SQL {
  return sql`(${delivery.receivedAt}, ${delivery.seq}) < (${receivedAt.toISOString()}::timestamptz, ${seq}::bigint)`;
}

/** Written like the partial index `delivery_rare`, so that the planner uses it. */
function hasMethod(method: string): SQL | undefined {
  const is = eq(delivery.method, method);
  return method === "IPCPurchaseNotify" ? is : and(is, sql`${delivery.method} is distinct from 'IPCPurchaseNotify'`);
}

function isFlagged(flag: NonNullable<DeliveryFilters["flag"]>, scope: MerchantScope): SQL {
  if (flag === "conflict") return sql`${delivery.conflict}`;
  if (flag === "repeated") return sql`${delivery.seen} > 1`;
  if (flag === "genuine_refused") return sql`${delivery.genuineRefused}`;
  const joined = {
    reversed: eq(reconciliation.attempt, "reversed"),
    contested: eq(reconciliation.attempt, "contested"),
    mismatch: sql`${reconciliation.agrees} = false`,
    unknown: sql`${reconciliation.transactionId} is null and ${reconciliation.gateway} = 'unknown'`,
  }[flag];
  return sql`${delivery.id} in (select ${reconciliation.deliveryId} from ${reconciliation} where ${and(inScope(scope, reconciliation), joined)})`;
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

/** Deliveries by their ids, without their bodies. */
export async function findDeliverySummaries(db: Queryable, ids: readonly string[]): Promise<DeliverySummary[]> {
  if (ids.length === 0) return [];
  return db
    .select(summaryColumns)
    .from(delivery)
    .where(sql`${delivery.id} = any(${sql.param([...ids])}::uuid[])`);
}

/** A merchant's deliveries by their ids, without their bodies. */
export async function findDeliveries(
  db: Queryable,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<DeliverySummary[]> {
  if (ids.length === 0) return [];
  return db
    .select(summaryColumns)
    .from(delivery)
    .where(and(eq(delivery.merchantId, merchantId), inArray(delivery.id, [...ids])));
}

/** The same signed text under other names: stored as a conflict, and proves nothing about any payment. */
export function isOtherReading({ id, eventId, verdict, conflict }: DeliverySummary): boolean {
  return verdict === "valid" && eventId !== id && conflict;
}

/** Equal decoded pairs in two encodings. */
export function isSameEvent(left: DeliverySummary, right: DeliverySummary): boolean {
  return left.eventId === right.eventId && !isOtherReading(left) && !isOtherReading(right);
}

/** What a certificate may prove; what our rules refused; and what may be forged, which anyone can send. */
export const unverifiedKinds = ["not_checkable", "genuine", "invalid"] as const;
export type UnverifiedKey = DeliveryKey & { kind: (typeof unverifiedKinds)[number] };

const ofKind = {
  not_checkable: sql`${delivery.verdict} = 'not_checkable'`,
  genuine: sql`${delivery.genuineRefused}`,
  invalid: sql`${delivery.verdict} = 'invalid' and not ${delivery.genuineRefused}`,
} satisfies Record<UnverifiedKey["kind"], SQL>;

export function toUnverifiedKey({ verdict, genuineRefused, receivedAt, seq }: DeliveryRow): UnverifiedKey {
  const kind = verdict === "not_checkable" ? verdict : genuineRefused ? "genuine" : "invalid";
  return { kind, receivedAt, seq };
}

/** A merchant's unverified deliveries with their bodies: kind by kind, the newest first of each. */
export async function listUnverified(
  db: Queryable,
  { merchantId, after, limit }: { merchantId: string; after?: UnverifiedKey | undefined; limit: number },
): Promise<DeliveryRow[]> {
  const rows: DeliveryRow[] = [];
  for (const kind of unverifiedKinds.slice(after ? unverifiedKinds.indexOf(after.kind) : 0)) {
    if (rows.length === limit) break;
    const isAfter = after?.kind === kind ? isOlder(after) : undefined;
    const found = await db
      .select()
      .from(delivery)
      .where(and(eq(delivery.merchantId, merchantId), sql`${delivery.verdict} <> 'valid'`, ofKind[kind], isAfter))
      .orderBy(...newest)
      .limit(limit - rows.length);
    rows.push(...found);
  }
  return rows;
}

/** An endpoint's genuine Rollbacks that our rules refused, newest first, with their bodies. */
export function listRefusedRollbacks(
  db: Queryable,
  { merchantId, endpointId, limit }: { merchantId: string; endpointId: string; limit: number },
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(delivery)
    .where(
      and(
        eq(delivery.merchantId, merchantId),
        sql`${delivery.genuineRefused}`,
        eq(delivery.endpointId, endpointId),
        eq(delivery.method, "IPCPurchaseRollback"),
      ),
    )
    .orderBy(sql`${delivery.receivedAt} desc nulls last`, sql`${delivery.seq} desc nulls last`)
    .limit(limit);
}

/** The next batch of all deliveries by id, which is the order of arrival, for rebuilding derived columns. */
export function listDeliveriesAfter(db: Queryable, { id, limit }: { id: string; limit: number }): Promise<DeliveryRow[]> {
  return db.select().from(delivery).where(gt(delivery.id, id)).orderBy(asc(delivery.id)).limit(limit);
}

/** When the endpoint last received a delivery. */
export async function findLastReceived(db: Queryable, endpointId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: delivery.lastSeenAt })
    .from(delivery)
    .where(eq(delivery.endpointId, endpointId))
    .orderBy(sql`${delivery.lastSeenAt} desc nulls last`)
    .limit(1);
  return row?.at;
}
