import { sql } from "drizzle-orm";
import { toSafeInteger } from "#lib/core/safe-integer.ts";
import type { Queryable } from "../connection/open-store.ts";

type Days = { merchantIds: readonly string[]; beforeFrom: string; from: string; to: string; zone: string };

export type MerchantMoney = { merchantId: string; currency: string; amountMinor: number; amountBeforeMinor: number };
export type MerchantReceived = { merchantId: string; received: number; valid: number };

/** Money in by merchant and currency, the most used first. Reads the day sums of these merchants only. */
export async function listMerchantMoney(db: Queryable, { merchantIds, beforeFrom, from, to }: Days): Promise<MerchantMoney[]> {
  if (merchantIds.length === 0) return [];
  const { rows } = await db.execute<{ merchantId: string; currency: string; now: string; before: string }>(sql`
    select held.merchant_id as "merchantId", kind.currency,
      coalesce(sum(held.credit_minor) filter (where held.day >= ${from}::date), 0)::text as now,
      coalesce(sum(held.credit_minor) filter (where held.day < ${from}::date), 0)::text as before
    from ledger_day held join ledger_kind kind on kind.id = held.kind_id
    where held.merchant_id = any(${sql.param([...merchantIds])}::uuid[]) and held.day between ${beforeFrom}::date and ${to}::date
    group by 1, 2 order by 1, sum(held.rows) desc, 2`);
  return rows.map(({ merchantId, currency, now, before }) => ({
    ...{ merchantId, currency },
    amountMinor: toSafeInteger(BigInt(now)),
    amountBeforeMinor: toSafeInteger(BigInt(before)),
  }));
}

/** Notifications received since `from`, and how many of them were valid. Includes pending changes. */
export async function listMerchantReceived(db: Queryable, { merchantIds, from, to, zone }: Days): Promise<MerchantReceived[]> {
  if (merchantIds.length === 0) return [];
  const ids = sql.param([...merchantIds]);
  const { rows } = await db.execute<{ merchantId: string; received: string; valid: string }>(sql`
    select merchant_id as "merchantId", sum(rows)::text as received,
      coalesce(sum(rows) filter (where kind = 'valid'), 0)::text as valid
    from (
      select merchant_id, kind, rows from overview_day
      where merchant_id = any(${ids}::uuid[]) and fact = 'received' and day between ${from}::date and ${to}::date
      union all
      select merchant_id, kind, rows from overview_change
      where merchant_id = any(${ids}::uuid[]) and fact = 'received'
        and (quarter at time zone ${zone})::date between ${from}::date and ${to}::date
    ) counted
    group by 1 having sum(rows) > 0`);
  return rows.map(({ merchantId, received, valid }) => ({ merchantId, received: Number(received), valid: Number(valid) }));
}
