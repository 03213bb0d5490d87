import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import type { MerchantScope } from "../merchants/merchant-scope.ts";
import { daysOf, findSummedFacets } from "./fitting-facets.ts";

/** A value of rows and how many have it, the most frequent first. */
type Counted = { value: string; count: number }[];

/** Types and currencies of all rows of the scope. */
export async function countKindValues(db: Queryable, scope: MerchantScope): Promise<{ types: Counted; currencies: Counted }> {
  const facets = await findSummedFacets(db, scope);
  if (facets.ids.length === 0) return { types: [], currencies: [] };
  const { rows } = await db.execute<{ type: string | null; currency: string; count: string }>(sql`
    select type, currency, sum(rows)::text as count from ${daysOf(facets, { part: sql`null::int`, within: sql`true` })} held
    group by type, currency having sum(rows) > 0`);
  const counted = rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
  return { types: count(counted, ({ type }) => type), currencies: count(counted, ({ currency }) => currency) };
}

type FacetValues = { accounts: Counted; terminals: Counted /** By id. */; merchants: Counted };

/** Accounts, terminals and merchants of all rows of a few merchants. */
export async function countFacetValues(db: Queryable, merchantIds: readonly string[]): Promise<FacetValues> {
  type Row = { merchant: string; account: string | null; terminal: string | null; count: string };
  const { rows } = await db.execute<Row>(sql`
    select facet.merchant_id as merchant, account_number as account, terminal_id as terminal, sum(held.rows)::text as count
    from ledger_facet facet join (
      select facet_id, sum(rows) as rows from ledger_day where merchant_id = any(${sql.param([...merchantIds])}::uuid[])
      group by facet_id
    ) held on held.facet_id = facet.id
    group by 1, 2, 3 having sum(held.rows) > 0`);
  const counted = rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
  return {
    accounts: count(counted, ({ account }) => account),
    terminals: count(counted, ({ terminal }) => terminal),
    merchants: count(counted, ({ merchant }) => merchant),
  };
}

const valuesMax = 200;

function count<Row extends { count: number }>(rows: readonly Row[], read: (row: Row) => string | null): Counted {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const value = read(row);
    if (value !== null && value !== "") sums.set(value, (sums.get(value) ?? 0) + row.count);
  }
  return [...sums]
    .map(([value, sum]) => ({ value, count: sum }))
    .toSorted((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1))
    .slice(0, valuesMax);
}
