import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { MoneyBackReason } from "#lib/contract/notification-marks.ts";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { forward } from "../schema/forward.ts";
import { delivery } from "../schema/notification.ts";
import { isUnconfirmed } from "../schema/unconfirmed.ts";
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

/** The status of the shop's last answer; null without an answer. */
const shopStatus = sql`(select tries -> -1 ->> 'status' from ${forward} where delivery_id = delivery.id)`;
const wasForwarded = sql`exists (select from ${forward} where delivery_id = delivery.id and jsonb_array_length(tries) > 0)`;

/** From our answer, since what is verified later keeps the answer it got. */
const reason = sql<MoneyBackReason>`case
  when delivery.answer_body = 'refused by shop' then
    case when ${wasForwarded} and ${shopStatus} is null then 'shop_silent' else 'shop_refused' end
  when delivery.answer_status = 500 and delivery.answer_body like '%on purpose' then 'on_purpose'
  when delivery.answer_body like 'invalid:%layout%' then 'field_order'
  when delivery.answer_body like 'invalid:%format%' then 'format'
  else 'certificate' end`;

const ofOuter = sql`hashtextextended(delivery.endpoint_id::uuid::text || delivery.order_id, 0)`;

/**
 * The first verified Rollback of the order that came after the notification, or came again after it. What could not be
 * verified may name any order, so no Rollback proves anything about it.
 */
const rollbackAt = sql<number | null>`case when delivery.verdict = 'valid' then (
  select ${epochMs(sql`min(case when back.received_at >= delivery.received_at then back.received_at else back.last_seen_at end)`)}
  from ${delivery} back
  where hashtextextended(back.endpoint_id::uuid::text || back.order_id, 0) = ${ofOuter}
    and back.environment = delivery.environment and back.endpoint_id = delivery.endpoint_id and back.order_id = delivery.order_id
    and (back.verdict = 'valid' and back.event_id = back.id) and back.method = 'IPCPurchaseRollback'
    and back.last_seen_at >= delivery.received_at) end`;

const columns = { id, seq, merchantId, receivedAt, method, orderId, trnref, amountMinor, currency, verdict };

export type UnconfirmedRow = Awaited<ReturnType<typeof select>>[number];

/** Payment notifications that were not answered OK, newest first, with the Rollback that is known. */
export async function listUnconfirmed(db: Queryable, query: UnconfirmedQuery): Promise<UnconfirmedRow[]> {
  return isEmptyScope(query) ? [] : select(db, query);
}

function select(db: Queryable, query: UnconfirmedQuery) {
  return db
    .select({ ...columns, answerStatus, answerBody, reason, rollbackAt })
    .from(delivery)
    .where(toCondition(query))
    .orderBy(...newest)
    .limit(query.limit);
}

function toCondition(query: UnconfirmedQuery): SQL | undefined {
  const { from, before, after } = query;
  return and(
    inScope(query, delivery),
    isUnconfirmed(delivery),
    // Another reading of a signed text proves nothing about a payment.
    sql`(${verdict} <> 'valid' or ${delivery.eventId} = ${id})`,
    gte(receivedAt, from),
    lt(receivedAt, before),
    query.currency === undefined ? undefined : eq(currency, query.currency),
    query.reason === undefined ? undefined : sql`${reason} = ${query.reason}`,
    after && sql`(${receivedAt}, ${seq}) < (${after.receivedAt.toISOString()}::timestamptz, ${after.seq}::bigint)`,
  );
}
