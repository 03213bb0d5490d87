import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";

type Unread = { slugs: string[]; count: number };

/**
 * How many of the scope's ledgers have unread days (`isOfHistory` false: today and yesterday only), and the first few
 * of them.
 */
export async function listUnreadLedgers(
  db: Queryable,
  { isOfHistory, limit, ...scope }: MerchantScope & { isOfHistory: boolean; limit: number },
): Promise<Unread> {
  if (isEmptyScope(scope)) return { slugs: [], count: 0 };
  const isUnread = isOfHistory ? sql`(recent_read_at is null or history_read_at is null)` : sql`recent_read_at is null`;
  const { rows } = await db.execute<{ slug: string; count: number }>(sql`
    with unread as materialized (
      select merchant_id from ledger_sync
      where ${isUnread} and ${inScope(scope, { environment: sql`environment`, merchantId: sql`merchant_id` })})
    select slug, (select count(*)::int from unread) as count
    from (select * from unread limit ${limit}) named join merchant on merchant.id = named.merchant_id order by slug`);
  return { slugs: rows.map(({ slug }) => slug), count: rows[0]?.count ?? 0 };
}
