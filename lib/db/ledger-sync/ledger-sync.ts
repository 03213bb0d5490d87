import { type SQL, sql } from "drizzle-orm";
import type { Problem } from "#lib/core/text.ts";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { findMerchantsById, type MerchantRow } from "../merchants/merchants.ts";

/** How old today's rows may become while no one views them, if the budget of calls allows. */
export const usualIntervalMs = 15 * 60_000;

type Counted = {
  merchants: number;
  upToDate: number;
  attention: number;
  neverRead: number;
  neverReadTroubled: number;
  /** Merchants read since `readFrom`, and when the first of them was. */
  lately: number;
  latelyFromMs: number | null;
  asOfMs: number | null;
};

type Since = { freshFrom: Date; readFrom: Date };

/** How many of the scope's merchants were read since `freshFrom`, and how many cannot be read. */
export async function countLedgerSyncs(db: Queryable, scope: MerchantScope, { freshFrom, readFrom }: Since): Promise<Counted> {
  const { rows } = await db.execute<Counted>(sql`
    select count(*)::int as merchants,
      (count(*) filter (where problem is null and recent_read_at >= ${freshFrom.toISOString()}))::int as "upToDate",
      (count(*) filter (where problem is not null))::int as attention,
      (count(*) filter (where recent_read_at is null))::int as "neverRead",
      (count(*) filter (where recent_read_at is null and problem is not null))::int as "neverReadTroubled",
      (count(*) filter (where recent_read_at >= ${readFrom.toISOString()}))::int as lately,
      (extract(epoch from min(recent_read_at) filter (where recent_read_at >= ${readFrom.toISOString()})) * 1000)::float8 as "latelyFromMs",
      (extract(epoch from min(recent_read_at)) * 1000)::float8 as "asOfMs"
    from ledger_sync where ${inScope(scope, { environment: sql`environment`, merchantId: sql`merchant_id` })}`);
  return rows[0] ?? nothingCounted;
}

const nothingCounted: Counted = {
  merchants: 0,
  upToDate: 0,
  attention: 0,
  neverRead: 0,
  neverReadTroubled: 0,
  lately: 0,
  latelyFromMs: null,
  asOfMs: null,
};

type Trouble = { merchant: string } & Problem;

/**
 * The scope's merchants that could not be read: refused ones first, since only staff can fix them, then those with the
 * most failures.
 */
export async function listSyncTroubles(db: Queryable, scope: MerchantScope, limit: number): Promise<Trouble[]> {
  const { rows } = await db.execute<{ merchant: string; problem: Problem }>(sql`
    with worst as materialized (
      select merchant_id, problem, failures, viewed_at from ledger_sync
      where problem is not null and ${inScope(scope, { environment: sql`environment`, merchantId: sql`merchant_id` })}
      order by (problem ->> 'code' = 'merchant_refused') desc, failures desc, viewed_at desc nulls last, merchant_id
      limit ${limit}
    )
    select merchant.slug as merchant, problem
    from worst join merchant on merchant.id = worst.merchant_id
    order by (problem ->> 'code' = 'merchant_refused') desc, failures desc, viewed_at desc nulls last, merchant.slug`);
  return rows.map(({ merchant, problem }) => ({ merchant, ...problem }));
}

/** Records that a team member is viewing these merchants: background sync reads them first. */
export async function recordViewed(db: Queryable, merchantIds: readonly string[]): Promise<void> {
  if (merchantIds.length === 0) return;
  await db.execute(sql`
    update ledger_sync set viewed_at = now()
    where merchant_id = any(${sql.param([...merchantIds])}::uuid[]) and (viewed_at is null or viewed_at < now() - interval '5 seconds')`);
}

/** A few merchants with recently read ledgers, whose credentials work; any merchants when there are none. */
export async function listLatelyRead(
  db: Queryable,
  { environment, limit }: { environment: string; limit: number },
): Promise<MerchantRow[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select merchant_id as id from ledger_sync where environment = ${environment}
    order by recent_read_at desc nulls last limit ${limit}`);
  return findMerchantsById(
    db,
    rows.map(({ id }) => id),
  );
}

/**
 * After days could be read: history that was postponed because none could be is due now. History that fails by itself keeps its
 * pause and its problem, unless it begins anew.
 */
export function afterReading(beginsAnew = sql`false`): SQL {
  return sql`failures = 0,
    problem = case when ${beginsAnew} then null when history_failures > 0 then problem end,
    history_due_at = case when ${beginsAnew} then now() when history_failures > 0 then history_due_at else least(history_due_at, now()) end,
    history_failures = case when ${beginsAnew} then 0 else history_failures end`;
}

type LedgerRead = {
  /** When the reading of today and yesterday began; undefined when it covered other days. */
  readAt: Date | undefined;
  /** It covered the whole history. */
  isWhole: boolean;
  rowsPerDay: number | undefined;
};

/**
 * Records a reading by any process, so that background sync need not repeat it soon. After more than a day without a
 * reading, days may have been missed: then the history is read again.
 */
export async function noteLedgerRead(
  db: Queryable,
  merchantId: string,
  { readAt, isWhole, rowsPerDay }: LedgerRead,
): Promise<void> {
  const at = readAt ? sql`${readAt.toISOString()}::timestamptz` : sql`null::timestamptz`;
  const hasGap = sql`(not ${isWhole}::boolean and recent_read_at < ${at} - interval '1 day')`;
  await db.execute(sql`
    update ledger_sync set ${afterReading(sql`(${isWhole}::boolean or ${hasGap})`)},
      recent_read_at = greatest(recent_read_at, ${at}),
      due_at = greatest(due_at, ${at} + ${usualIntervalMs} * interval '1 millisecond'),
      rows_per_day = coalesce(${rowsPerDay ?? null}::int, rows_per_day),
      history_read_at = case when ${hasGap} then null else coalesce(history_read_at, case when ${isWhole}::boolean then now() end) end
    where merchant_id = ${merchantId}`);
}

/** Records the failure of a sync that a team member requested. */
export async function noteSyncProblem(db: Queryable, merchantId: string, problem: Problem): Promise<void> {
  await db.execute(sql`
    update ledger_sync set problem = ${JSON.stringify(problem)}::jsonb where merchant_id = ${merchantId}`);
}

/** Makes all unread days of the history due: some are no longer known to have been read, or were missed. */
export async function reopenHistory(db: Queryable, merchantId: string): Promise<void> {
  await db.execute(sql`
    update ledger_sync set history_read_at = null, history_due_at = now(), history_failures = 0 where merchant_id = ${merchantId}`);
}

/** Makes merchants that could not be read due at once, after staff fixed the cause. Without a merchant, all of them. */
export async function retrySyncs(db: Queryable, environment: string, merchantId?: string): Promise<void> {
  await db.execute(sql`
    update ledger_sync set due_at = now(), history_due_at = now()
    where environment = ${environment} and problem is not null
      and ${merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`}`);
}

/** Records that a user is waiting for this merchant: the background process that reads it stops pausing between calls. */
export async function noteWaitedFor(db: Queryable, merchantId: string): Promise<void> {
  await db.execute(sql`
    update ledger_sync set waited_at = now()
    where merchant_id = ${merchantId} and holder is not null and (waited_at is null or waited_at < now() - interval '1 second')`);
}
