import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { ledgerSync } from "../schema/sync-run.ts";
import { isIncomplete, type ReadDays } from "./incomplete-ledgers.ts";

/** Whether today and yesterday were never read. */
export const isNeverSynced = sql`(${ledgerSync.recentReadAt} is null)`;
/** Whether any day was never read. */
export const isNotFullySynced = sql`(${ledgerSync.recentReadAt} is null or ${ledgerSync.historyReadAt} is null)`;

type Unread = {
  slugs: string[];
  count: number;
  /** How many have unread days and a last sync that did not fail. */
  withoutProblem: number;
};

const ofLedgers = { environment: ledgerSync.environment, merchantId: ledgerSync.merchantId };

/**
 * How many of the scope's ledgers have unread days (`isOfHistory` false: today and yesterday only) or days that a gateway did
 * not list completely, and the first few of them.
 */
export async function listUnreadLedgers(
  db: Queryable,
  { isOfHistory, days, limit, ...scope }: MerchantScope & { isOfHistory: boolean; days: ReadDays; limit: number },
): Promise<Unread> {
  if (isEmptyScope(scope)) return { slugs: [], count: 0, withoutProblem: 0 };
  const isUnread = isOfHistory ? isNotFullySynced : isNeverSynced;
  const { rows } = await db.execute<{ slug: string; count: number; withoutProblem: number }>(sql`
    with unread as materialized (
      select merchant_id, problem is null and ${isUnread} as is_waiting from ledger_sync
      where (${isUnread} or ${isIncomplete(ledgerSync.merchantId, days)}) and ${inScope(scope, ofLedgers)})
    select slug, (select count(*)::int from unread) as count,
      (select count(*)::int from unread where is_waiting) as "withoutProblem"
    from (select * from unread limit ${limit}) named join merchant on merchant.id = named.merchant_id order by slug`);
  const [{ count, withoutProblem } = { count: 0, withoutProblem: 0 }] = rows;
  return { slugs: rows.map(({ slug }) => slug), count, withoutProblem };
}

/**
 * Whether one of the scope's merchants whose last sync did not fail has unread days before yesterday. The index of due
 * history has only those with unread days, so that this costs the same for any number of merchants.
 */
export async function hasUnreadHistory(db: Queryable, scope: MerchantScope): Promise<boolean> {
  if (isEmptyScope(scope)) return false;
  const { rows } = await db.execute(sql`
    select from ledger_sync
    where history_read_at is null and recent_read_at is not null and problem is null and ${inScope(scope, ofLedgers)}
    limit 1`);
  return rows.length > 0;
}

/** Those of the merchants whose last sync failed. */
export async function listFailingLedgers(db: Queryable, merchantIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (merchantIds.length === 0) return new Set();
  const { rows } = await db.execute<{ merchantId: string }>(sql`
    select merchant_id as "merchantId" from ledger_sync
    where problem is not null and merchant_id = any(${sql.param([...merchantIds])}::uuid[])`);
  return new Set(rows.map(({ merchantId }) => merchantId));
}
