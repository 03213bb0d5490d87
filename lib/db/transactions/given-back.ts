import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { dayMs } from "#lib/core/days.ts";
import { givenBackTypes } from "#lib/core/transaction-types.ts";
import type { Queryable } from "../connection/open-store.ts";
import { openRefund, openReversal } from "../payments/open-refund.ts";
import { payment } from "../schema/payment.ts";
import { transaction } from "../schema/transaction.ts";
import type { TransactionRow } from "./transactions.ts";

export type SaleRow = Pick<
  TransactionRow,
  "environment" | "merchantId" | "reference" | "referenceNumber" | "terminalId" | "occurredAt" | "amountMinor" | "currency"
>;

/**
 * What may have given back some of these sales, of one environment: later bookings of their references, and the payments taken
 * from here that they record. Two searches of an index whatever the number of sales; months before the oldest sale are left out.
 */
export async function findGivenBack(db: Queryable, sales: readonly SaleRow[]) {
  const [first] = sales;
  if (!first) return { bookings: [], payments: [] };
  const [bookings, payments] = await Promise.all([
    findBookings(db, { environment: first.environment, sales }),
    findPayments(db, { environment: first.environment, sales }),
  ]);
  return { bookings, payments };
}

type Notified = { id: string; merchantId: string; trnref: string | null; receivedAt: Date };

/** A late notification comes after its sale, and perhaps after what was given back of it. */
const notifiedWithinMs = 31 * dayMs;

/**
 * The ids of those payment notifications under whose reference, named or found, something was given back: few of many. One statement
 * that reads the months since the oldest.
 */
export async function findNotifiedAndGivenBack(
  db: Queryable,
  { environment, notified }: { environment: string; notified: readonly Notified[] },
): Promise<ReadonlySet<string>> {
  if (notified.length === 0) return new Set();
  const column = <Value>(read: (item: Notified) => Value) => sql.param(notified.map(read));
  const oldest = new Date(Math.min(...notified.map(({ receivedAt }) => receivedAt.getTime())) - notifiedWithinMs);
  // Each is searched for in the index, also where there are so many that one scan would seem cheaper.
  const { rows } = await db.execute<{ id: string }>(sql`
    select asked.id
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ merchantId }) => merchantId)}::uuid[],
      ${column(({ trnref }) => trnref)}::text[]) as asked(id, merchant_id, trnref)
    left join reconciliation on reconciliation.delivery_id = asked.id and reconciliation.environment = ${environment}
    cross join lateral (
      select from ${transaction} where ${and(
        eq(transaction.environment, environment),
        gte(transaction.occurredAt, oldest),
        sql`${transaction.merchantId} = asked.merchant_id`,
        sql`${transaction.reference} = any(array[asked.trnref, reconciliation.reference])`,
        inArray(transaction.type, [...givenBackTypes]),
      )} limit 1
    ) back`);
  return new Set(rows.map(({ id }) => id));
}

type SentRefund = { referenceNumber: string; amountMinor: number };

type Asked = { environment: string; sales: readonly SaleRow[] };

async function findBookings(db: Queryable, { environment, sales }: Asked) {
  const references = unique(sales.map(({ reference }) => reference));
  if (references.length === 0) return [];
  const oldest = new Date(Math.min(...sales.map(({ occurredAt }) => occurredAt.getTime())));
  const { id, merchantId, reference, referenceNumber, type, sign, amountMinor, currency, occurredAt, occurredAtText } =
    transaction;
  return db
    .select({ id, merchantId, reference, referenceNumber, type, sign, amountMinor, currency, occurredAt, occurredAtText })
    .from(transaction)
    .where(
      and(
        eq(transaction.environment, environment),
        gte(transaction.occurredAt, oldest),
        sql`${transaction.reference} = any(${sql.param(references)}::text[])`,
        inArray(transaction.type, [...givenBackTypes]),
      ),
    );
}

async function findPayments(db: Queryable, { environment, sales }: Asked) {
  const terminalIds = unique(sales.map(({ terminalId }) => terminalId));
  const referenceNumbers = unique(sales.flatMap((sale) => (sale.terminalId === null ? [] : [sale.referenceNumber])));
  if (terminalIds.length === 0 || referenceNumbers.length === 0) return [];
  const { merchantId, terminalId, referenceNumber, amountMinor, tipMinor, currency, updatedAt } = payment;
  return db
    .select({
      ...{ merchantId, terminalId, referenceNumber, amountMinor, tipMinor, currency },
      /** Of the reversal, else of the last refund. */
      at: sql<Date>`case when ${payment.status} = 'reversed' then ${updatedAt} else coalesce((select max(refund.updated_at)
        from ${payment} refund where refund.original_id = payment.id and refund.status = 'success'), ${updatedAt}) end`.mapWith(
        updatedAt,
      ),
      isReversed: sql<boolean>`${payment.status} = 'reversed'`,
      refundedMinor: sql<number>`coalesce((select sum(refund.amount_minor) from ${payment} refund
        where refund.original_id = payment.id and refund.status = 'success'), 0)::bigint`.mapWith(Number),
      /** All that were or may have been sent. */
      sentRefunds: sql<SentRefund[]>`coalesce((
        select json_agg(json_build_object('referenceNumber', refund.reference_number, 'amountMinor', refund.amount_minor))
        from ${payment} refund where refund.original_id = payment.id and refund.status not in ('failed', 'rejected', 'canceled')), '[]')`,
      refunds: sql<number>`(select count(*) from ${payment} refund
        where refund.original_id = payment.id and refund.status = 'success')::int`,
      openRefund,
      openReversal,
    })
    .from(payment)
    .where(
      and(
        eq(payment.environment, environment),
        eq(payment.kind, "payment"),
        sql`${payment.terminalId} = any(${sql.param(terminalIds)}::text[])`,
        sql`${payment.referenceNumber} = any(${sql.param(referenceNumbers)}::text[])`,
      ),
    );
}

function unique(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
