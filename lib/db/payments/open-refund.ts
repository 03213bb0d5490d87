import { sql } from "drizzle-orm";
import type { OpenRefund } from "#lib/core/record-state.ts";
import { payment } from "../schema/payment.ts";

/** Of each payment of a query: its refunds without a result yet. */
export const openRefund = sql<OpenRefund | null>`(
  select json_build_object('amountMinor', sum(r.amount_minor), 'count', count(*),
    'isUnknown', bool_or(r.status = 'unknown'), 'at', max(r.created_at))
  from ${payment} r where r.original_id = payment.id and r.status in ('sending', 'in_progress', 'unknown')
  having count(*) > 0)`.mapWith((open: OpenRefund) => ({ ...open, at: new Date(open.at).toISOString() }));
