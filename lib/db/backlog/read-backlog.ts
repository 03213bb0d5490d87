import { sql } from "drizzle-orm";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Queryable } from "../connection/open-store.ts";
import { hasUnknownReversal } from "../payments/open-refund.ts";

/** What waits, in each environment. Ages in seconds; 0 when nothing waits. */
export const backlogNames = [
  "outbox_age",
  "reconciliations_due",
  "forward_age",
  "payments_unknown",
  "guards_open",
  "ledger_age",
  "ledgers_late",
] as const;

export type BacklogName = (typeof backlogNames)[number];
type BacklogRow = { name: BacklogName; environment: Environment; value: number };

/**
 * A ledger is late when its next sync is overdue by 5 minutes. A failed sync is never overdue, since the next one is put off: five
 * in a row take longer than that. Credentials that are refused are another trouble (`guards_open`).
 */
const isLate = sql`(due_at < now() - interval '5 minutes' or failures >= 5)
  and problem ->> 'code' is distinct from 'merchant_refused'`;

/**
 * Reads all of it in one statement; every part uses an index, a small table, or one row of each merchant. The age of an outbox
 * entry is in the first 48 bits of the delivery's id.
 */
export async function readBacklog(db: Queryable): Promise<BacklogRow[]> {
  const { rows } = await db.execute<BacklogRow>(sql`
    with outbox as (
      select merchant.environment, min(delivery_id::text) as oldest
      from delivery_outbox join merchant on merchant.id = merchant_id group by 1
    )
    select 'outbox_age' as name, environment, extract(epoch from now())::float8
      - ('x' || left(replace(oldest, '-', ''), 12))::bit(48)::bigint / 1000.0::float8 as value from outbox
    union all
    select 'reconciliations_due', environment, count(*) from (
      select environment from reconciliation where next_at <= now() and next_at is not null and not asks
      union all
      select environment from reconciliation where asks and next_at <= now()
    ) due group by environment
    union all
    select 'forward_age', environment, extract(epoch from now() - min(queued_at)) from forward
      join notify_endpoint on notify_endpoint.id = forward.endpoint_id
      where state = 'pending' and exists (select from forward_target t where t.endpoint_id = forward.endpoint_id)
      group by environment
    union all
    select 'payments_unknown', environment, count(*) from payment where status = 'unknown' or ${hasUnknownReversal} group by environment
    union all
    select 'guards_open', environment, count(*) from identity_pair
      where state = 'open' or failed_attempt_count >= 2 group by environment
    union all
    select 'ledger_age', environment, extract(epoch from now() - min(coalesce(recent_read_at, due_at))) from ledger_sync
      group by environment
    union all
    select 'ledgers_late', environment, count(*) from ledger_sync where ${isLate} group by environment`);
  return rows.map((row) => ({ ...row, value: Math.max(0, row.value) }));
}

/** The time of the newest migration that the database has, in ms: the version of its schema. */
export async function readSchemaMs(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(sql`select max(created_at)::float8 as ms from drizzle.__drizzle_migrations`);
  return rows[0]?.ms ?? Number.NaN;
}
