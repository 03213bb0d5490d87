import { sql } from "drizzle-orm";
import type { OpenRefund, OpenReversal } from "#lib/core/returned-state.ts";
import { payment, paymentOperation } from "../schema/payment.ts";

/** Of each payment of a query: its refunds without a result yet. */
export const openRefund = sql<OpenRefund | null>`(
  select json_build_object('amountMinor', sum(r.amount_minor), 'count', count(*),
    'isUnknown', bool_or(r.status = 'unknown'), 'at', max(r.created_at))
  from ${payment} r where r.original_id = payment.id and r.status in ('sending', 'in_progress', 'unknown')
  having count(*) > 0)`.mapWith(withTime<OpenRefund>);

function withTime<Open extends { at: string }>(open: Open): Open {
  return { ...open, at: new Date(open.at).toISOString() };
}

/** Of each payment of a query: its reversal without a result yet, or that the gateway accepted but does not show yet. */
export const openReversal = sql<OpenReversal | null>`(
  select json_build_object('isUnknown', bool_or(o.state = 'unknown'), 'at', max(o.created_at))
  from ${paymentOperation} o where o.payment_id = payment.id and o.act like 'reversal:%'
    and payment.status = 'success' and o.state in ('sending', 'unknown', 'done')
  having count(*) > 0)`.mapWith(withTime<OpenReversal>);

/** Whether no answer came about a payment's reversal; those of all are looked up once in a query. */
export const hasUnknownReversal = sql`(${payment.status} = 'success' and ${payment.id} = any(array(
  select o.payment_id from ${paymentOperation} o where o.state = 'unknown' and o.act like 'reversal:%')))`;
