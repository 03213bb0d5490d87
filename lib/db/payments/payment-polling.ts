import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { payment, paymentOperation } from "../schema/payment.ts";
import { isProvenFailed } from "./payment-changes.ts";
import {
  hasDismissedReversal,
  hasOpenOperation,
  isOpenOperation,
  type PaymentView,
  selectViews,
  toPaymentView,
} from "./payments.ts";

/**
 * Claims the next query of a payment at the gateway: true when no process queried it within `everyMs`. Only one of
 * several concurrent callers gets true.
 */
export async function claimAsking(
  db: Queryable,
  { id, at, everyMs }: { id: string; at: Date; everyMs: number },
): Promise<boolean> {
  const latest = new Date(at.getTime() - everyMs).toISOString();
  const rows = await db
    .update(payment)
    .set({ askedAt: at })
    .where(and(eq(payment.id, id), sql`coalesce(${payment.askedAt}, ${payment.createdAt}) <= ${latest}::timestamptz`))
    .returning({ id: payment.id });
  return rows.length > 0;
}

/** Gateways of archived merchants are asked nothing. */
const isAskable = sql`not exists (select from merchant where merchant.id = ${payment.merchantId} and archived_at is not null)`;

/** Payments that were reversed since then, or have an operation without an answer. Few, each by a partial index. */
function changedSince(from: SQL): SQL {
  return sql`array(
    select o.payment_id from ${paymentOperation} o where o.state = 'unknown' and o.created_at > ${from}
    union all
    select o.payment_id from ${paymentOperation} o where o.act like 'reversal:%' and o.created_at > ${from})`;
}

/**
 * Open payments that are due for a query, the longest waiting first. The younger they, or their open reversal, are, the more often:
 * every 3 s in the first two minutes, then every 10 s, minute, ten minutes, and hour, up to 40 days. Payments confirmed as
 * not processed are polled hourly for as long, and those that only a list has shown until their own record was read.
 */
export async function listDuePayments(db: Queryable, { at, limit }: { at: Date; limit: number }): Promise<PaymentView[]> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const oldest = sql`${now} - interval '40 days'`;
  const age = sql`${now} - greatest(${payment.createdAt}, (select max(a.created_at) from ${paymentOperation} a
    where a.payment_id = ${payment.id} and ${isOpenOperation}))`;
  const pause = sql`case when ${payment.status} = 'failed' then interval '1 hour'
    when ${age} < interval '2 minutes' then interval '3 seconds'
    when ${age} < interval '10 minutes' then interval '10 seconds'
    when ${age} < interval '1 hour' then interval '1 minute'
    when ${age} < interval '1 day' then interval '10 minutes'
    else interval '1 hour' end`;
  const isOpen = sql`(${payment.status} in ('sending', 'unknown', 'in_progress') or ${hasOpenOperation}
    or ${hasDismissedReversal} or ${isProvenFailed}
    or (${payment.gatewayPaymentId} is not null and ${payment.sealedRecord} is null))`;
  const rows = await selectViews(
    db,
    and(
      isOpen,
      isAskable,
      sql`(${payment.createdAt} > ${oldest} or ${payment.id} = any(${changedSince(oldest)}))`,
      sql`coalesce(${payment.askedAt}, ${payment.createdAt}) <= ${now} - (${pause})`,
    ),
  )
    .orderBy(asc(sql`coalesce(${payment.askedAt}, ${payment.createdAt})`))
    .limit(limit);
  return rows.map(toPaymentView);
}

/** Whether a payment, or a cancellation or reversal, of the last hour is still open. */
export async function hasYoungOpenPayment(db: Queryable, { at }: { at: Date }): Promise<boolean> {
  const from = sql`${at.toISOString()}::timestamptz - interval '1 hour'`;
  const isYoung = and(inArray(payment.status, ["sending", "unknown", "in_progress"]), sql`${payment.createdAt} > ${from}`);
  const isChanging = and(sql`${payment.id} = any(${changedSince(from)})`, hasOpenOperation);
  for (const isOpen of [isYoung, isChanging]) {
    const [row] = await db.select({ id: payment.id }).from(payment).where(and(isOpen, isAskable)).limit(1);
    if (row) return true;
  }
  return false;
}
