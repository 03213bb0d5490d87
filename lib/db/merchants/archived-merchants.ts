import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";

type Change = { merchantId: string; at: Date };

/**
 * Archives a merchant: without a row in `ledger_sync` no background work asks its gateway or counts it. What that row said
 * is kept for its restoration. False when it was archived already.
 */
export async function archiveMerchant(tx: Queryable, { merchantId, at, by }: Change & { by: string }): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with sync as (
      delete from ledger_sync where merchant_id = ${merchantId}
      returning jsonb_build_object('recentReadAt', recent_read_at, 'historyReadAt', history_read_at, 'rowsPerDay', rows_per_day) as state
    )
    update merchant set archived_at = ${at.toISOString()}::timestamptz, archived_by = ${by}, archived_sync = (select state from sync)
    where id = ${merchantId} and archived_at is null returning id`);
  if (rows.length === 0) return false;
  await tx.execute(sql`
    update sync_run set state = 'stopped', holder = null, ended_at = ${at.toISOString()}::timestamptz, updated_at = now()
    where merchant_id = ${merchantId} and state in ('queued', 'running')`);
  // What is usual is learned again: a rhythm from before the archive would call the time in it a silence.
  await tx.execute(sql`delete from merchant_rhythm where merchant_id = ${merchantId}`);
  await tx.execute(sql`delete from usual_notifications where merchant_id = ${merchantId}`);
  return true;
}

/**
 * Restores a merchant: it is due at once and goes on where it stopped. Days that were missed are read, since the time
 * between two readings is longer than a day then (`noteLedgerRead`). False when it was not archived.
 */
export async function restoreMerchant(tx: Queryable, { merchantId, at }: Change): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with archived as materialized (
      select id, environment, coalesce(archived_sync, '{}') as sync from merchant
      where id = ${merchantId} and archived_at is not null for update
    ), restored as (
      update merchant set archived_at = null, archived_by = null, archived_sync = null from archived where merchant.id = archived.id
    )
    insert into ledger_sync (merchant_id, environment, recent_read_at, history_read_at, rows_per_day)
    select id, environment, (sync ->> 'recentReadAt')::timestamptz, (sync ->> 'historyReadAt')::timestamptz,
      coalesce((sync ->> 'rowsPerDay')::int, 0)
    from archived
    on conflict (merchant_id) do update set due_at = now()
    returning merchant_id`);
  if (rows.length === 0) return false;
  // Notifications without a transaction, for which the gateway was not asked meanwhile.
  await tx.execute(sql`
    update reconciliation set next_at = ${at.toISOString()}::timestamptz
    from merchant where merchant.id = ${merchantId} and reconciliation.environment = merchant.environment
      and reconciliation.merchant_id = merchant.id and asks and next_at is not null`);
  return true;
}

/** Whether the pair of this row of `identity_pair` is that of archived merchants alone. */
export async function isPairArchived(tx: Queryable, pairId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isArchived: boolean | null }>(sql`
    select bool_and(archived_at is not null) as "isArchived" from merchant where pair_id = ${pairId}`);
  return rows[0]?.isArchived ?? false;
}

/** Whether a merchant is archived. In a transaction the answer holds until it ends. */
export async function isArchived(tx: Queryable, merchantId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isArchived: boolean }>(sql`
    select archived_at is not null as "isArchived" from merchant where id = ${merchantId} for share`);
  return rows[0]?.isArchived ?? false;
}
