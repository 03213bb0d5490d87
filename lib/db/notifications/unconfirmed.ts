import { and, gte, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { MoneyBackReason } from "#lib/contract/notification-marks.ts";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { forward } from "../schema/forward.ts";
import { delivery } from "../schema/notification.ts";
import { isOfPayment, isUnconfirmed, isUnproven } from "../schema/unconfirmed.ts";
import { epochMs } from "../settings/epoch.ts";
import { type DeliveryKey, newest } from "./notifications.ts";

export type UnconfirmedQuery = MerchantScope & {
  from: Date;
  /** Exclusive. */
  before: Date;
  reason?: MoneyBackReason | undefined;
  currency?: string | undefined;
  after?: DeliveryKey | undefined;
  limit: number;
};

const { id, seq, merchantId, receivedAt, method, orderId, trnref, amountMinor, currency, verdict } = delivery;
const { answerStatus, answerBody } = delivery;

// In the list of columns drizzle names a column without its table, so these name the outer one themselves.

/** The status of the shop's first answer, which decided: later ones are of resends. Null without an answer. */
const shopStatus = sql`(select tries -> 0 ->> 'status' from ${forward} where delivery_id = delivery.id)`;
const wasForwarded = sql`exists (select from ${forward} where delivery_id = delivery.id and jsonb_array_length(tries) > 0)`;

/** From our answer, since what is verified later keeps the answer it got. */
const reason = sql<MoneyBackReason>`case
  when delivery.answer_body = 'refused by shop' then
    case when ${wasForwarded} and ${shopStatus} is null then 'shop_silent' else 'shop_refused' end
  when delivery.answer_status = 500 and delivery.answer_body like '%on purpose' then 'on_purpose'
  when delivery.verdict = 'invalid' and delivery.answer_body like 'invalid:%signature%' then 'signature'
  when delivery.answer_body like 'invalid:%layout%' then 'field_order'
  when delivery.answer_body like 'invalid:%format%' then 'format'
  when delivery.verdict = 'invalid' then 'content'
  else 'certificate' end`;

const ofOuter = sql`hashtextextended(delivery.endpoint_id::uuid::text || delivery.order_id, 0)`;

/** Whether the row of that alias is of the outer one's order; the hash is what indexes have. */
function isOfOuterOrder(alias: SQL): SQL {
  return sql`hashtextextended(${alias}.endpoint_id::uuid::text || ${alias}.order_id, 0) = ${ofOuter}
    and ${alias}.environment = delivery.environment and ${alias}.endpoint_id = delivery.endpoint_id
    and ${alias}.order_id = delivery.order_id`;
}

const isEvent = (alias: SQL) => sql`(${alias}.verdict = 'valid' and ${alias}.event_id = ${alias}.id)`;

const [back, known, earlier] = [sql`back`, sql`known`, sql`earlier`];

/** `at`: in milliseconds since 1970. */
type Rollback = { id: string; at: number };

const cameAt = sql`case when back.received_at >= delivery.received_at then back.received_at else back.last_seen_at end`;

/** The first verified Rollback of the order that came after a verified notification, or came again after it. */
const rollback = sql<Rollback | null>`case when delivery.verdict = 'valid' then (
  select json_build_object('id', back.id, 'at', ${epochMs(cameAt)})
  from ${delivery} back
  where ${isOfOuterOrder(back)} and ${isEvent(back)} and back.method = 'IPCPurchaseRollback'
    and back.last_seen_at >= delivery.received_at
  order by ${cameAt}, back.seq limit 1) end`;

/**
 * The verified Rollbacks of the order that came after a notification that is not verified. Not where a verified one of
 * the order came before: that one was answered OK or is listed itself, and who sent the other is not known.
 */
const rollbacksOfUnproven = sql`from ${delivery} back
  where ${isOfOuterOrder(back)} and ${isEvent(back)} and back.method = 'IPCPurchaseRollback'
    and back.received_at >= delivery.received_at
    and not exists (select from ${delivery} known where ${isOfOuterOrder(known)} and ${isEvent(known)} and ${isOfPayment(sql`known.method`)}
      and known.received_at <= back.received_at)`;

/** Several of one order are one row: the first. */
const isFirstUnproven = sql`not exists (select from ${delivery} earlier where ${isOfOuterOrder(earlier)}
  and ${isUnproven({ answerStatus: sql`earlier.answer_status`, verdict: sql`earlier.verdict`, method: sql`earlier.method` })}
  and earlier.seq < delivery.seq)`;

export type UnconfirmedRow = Awaited<ReturnType<typeof select>>[number];

/**
 * Payment notifications that were not answered OK, newest first, with the Rollback that is known. One that is not
 * verified counts with the first verified Rollback of its order, and has that one's amount: its own proves nothing.
 */
export async function listUnconfirmed(db: Queryable, query: UnconfirmedQuery): Promise<UnconfirmedRow[]> {
  return isEmptyScope(query) ? [] : select(db, query);
}

const shared = { id, seq, merchantId, receivedAt, method, orderId, trnref, verdict, answerStatus, answerBody };

async function select(db: Queryable, query: UnconfirmedQuery) {
  const byThemselves = db
    .select({ ...shared, reason, amountMinor, currency, rollback })
    .from(delivery)
    .where(
      and(
        toCondition(query, currency),
        isUnconfirmed(delivery),
        // Another reading of a signed text proves nothing about a payment.
        sql`(${verdict} <> 'valid' or ${delivery.eventId} = ${id})`,
        sql`(${verdict} = 'valid' or not exists (select ${rollbacksOfUnproven}))`,
      ),
    )
    .orderBy(...newest)
    .limit(query.limit);
  return byThemselves
    .unionAll(selectUnproven(db, query))
    .orderBy(sql`received_at desc nulls last`, sql`seq desc nulls last`)
    .limit(query.limit);
}

/** Each with the amount of the Rollback. By `seq`, which no index of times has: those of one order are few, others many. */
function selectUnproven(db: Queryable, query: UnconfirmedQuery) {
  const its = {
    ...{ amountMinor: sql<number | null>`rollback.amount_minor`, currency: sql<string | null>`rollback.currency` },
    rollback: sql<Rollback | null>`json_build_object('id', rollback.id, 'at', ${epochMs(sql`rollback.received_at`)})`,
  };
  return db
    .select({ ...shared, reason, ...its })
    .from(delivery)
    .crossJoinLateral(
      sql`(select back.id, back.received_at, back.amount_minor, back.currency ${rollbacksOfUnproven} order by back.seq limit 1) rollback`,
    )
    .where(and(toCondition(query, its.currency), isUnproven(delivery), isFirstUnproven))
    .orderBy(...newest)
    .limit(query.limit);
}

function toCondition(query: UnconfirmedQuery, itsCurrency: SQLWrapper): SQL | undefined {
  const { from, before, after } = query;
  return and(
    inScope(query, delivery),
    gte(receivedAt, from),
    lt(receivedAt, before),
    query.currency === undefined ? undefined : sql`${itsCurrency} = ${query.currency}`,
    query.reason === undefined ? undefined : sql`${reason} = ${query.reason}`,
    after && sql`(${receivedAt}, ${seq}) < (${after.receivedAt.toISOString()}::timestamptz, ${after.seq}::bigint)`,
  );
}
