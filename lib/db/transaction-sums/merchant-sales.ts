import { sql } from "drizzle-orm";
import type { RankOrder } from "#lib/contract/overview.ts";
import { toSafeInteger } from "#lib/core/safe-integer.ts";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { isOfKind } from "./ledger-counts.ts";

type SalesQuery = MerchantScope & {
  before: { from: string };
  from: string;
  to: string;
  currency: string;
  order: RankOrder;
  limit: number;
};
type Sum = { count: number; amountMinor: number };
export type MerchantSales = { merchant: string; name: string; now: Sum; before: Sum };
type Row = { merchant: string; name: string; rows: string; amount: string; rowsBefore: string; amountBefore: string };

const orders: Record<RankOrder, ReturnType<typeof sql>> = {
  sales: sql`sums.amount desc`,
  fall: sql`sums.amount - sums.amount_before`,
  rise: sql`sums.amount - sums.amount_before desc`,
};

/** The first merchants that are not archived by their sales of the days, with those of the days from `before.from`. From the sums of days. */
export async function listMerchantSales(
  db: Queryable,
  { before, from, to, currency, order, limit, ...scope }: SalesQuery,
): Promise<MerchantSales[]> {
  if (isEmptyScope(scope)) return [];
  const isNow = sql`day >= ${from}::date`;
  // One range of an index for each merchant: an index-only scan that reads no other days.
  const { rows } = await db.execute<Row>(sql`
    with sales as materialized (
      select array_agg(id) as ids from ledger_kind
      where environment = ${scope.environment} and currency = ${currency} and ${isOfKind("sales")}
    )
    select slug as merchant, name, rows::text, amount::text, rows_before::text as "rowsBefore", amount_before::text as "amountBefore"
    from merchant cross join lateral (
      select coalesce(sum(rows) filter (where ${isNow}), 0) as rows,
        coalesce(sum(credit_minor) filter (where ${isNow}), 0) as amount,
        coalesce(sum(rows) filter (where not ${isNow}), 0) as rows_before,
        coalesce(sum(credit_minor) filter (where not ${isNow}), 0) as amount_before
      from ledger_day, sales
      where ledger_day.merchant_id = merchant.id and day between ${before.from}::date and ${to}::date and kind_id = any(sales.ids)
    ) sums
    where ${inScope(scope, { environment: sql`environment`, merchantId: sql`merchant.id` })} and archived_at is null
    order by ${orders[order]}, slug limit ${limit}`);
  return rows.map(({ merchant, name, ...row }) => ({
    merchant,
    name,
    now: toSum(row.rows, row.amount),
    before: toSum(row.rowsBefore, row.amountBefore),
  }));
}

function toSum(rows: string, amount: string): Sum {
  return { count: Number(rows), amountMinor: toSafeInteger(BigInt(amount)) };
}
