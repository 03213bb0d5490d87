import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import type { Zones } from "../overview/overview.ts";
import { countOverviewRows } from "../overview/recount-overview.ts";

/** `merchantId` null: of all merchants together. */
type Difference = { merchantId: string | null; day: string; fact: string; kind: string; held: number; counted: number };

/** Differences between the overview's counts with their pending changes and the rows they count; empty when they are correct. */
export async function listOverviewDifferences(db: Queryable, zones: Zones): Promise<Difference[]> {
  const found = await Promise.all(Object.entries(zones).map(([environment, zone]) => listOf(db, environment, zone)));
  return found.flat();
}

async function listOf(db: Queryable, environment: string, zone: string): Promise<Difference[]> {
  const { rows } = await db.execute<Difference>(sql`
    with pending as (
      select merchant_id, (quarter at time zone ${zone})::date as day, fact, kind, detail, currency, rows, amount_minor
      from overview_change where environment = ${environment}),
    held as (
      select merchant_id, day, fact, kind, detail, currency, rows, amount_minor from overview_day where environment = ${environment}
      union all select * from pending
      union all select null, day, fact, kind, detail, currency, rows, amount_minor
      from overview_environment_day where environment = ${environment}
      union all select null, day, fact, kind, detail, currency, rows, amount_minor from pending),
    expected as (
      select merchant_id, day, fact, kind, detail, currency, rows, amount_minor
      from (${countOverviewRows({ environment, zone })}) by_merchant
      union all select null, day, fact, kind, detail, currency, rows, amount_minor
      from (${countOverviewRows({ environment, zone })}) by_environment)
    select merchant_id as "merchantId", day::text, fact, kind, sum(held)::int as held, sum(counted)::int as counted from (
      select merchant_id, day, fact, kind, detail, currency, rows as held, 0 as counted, amount_minor as amount from held
      union all select merchant_id, day, fact, kind, detail, currency, 0, rows, -amount_minor from expected
    ) compared group by merchant_id, day, fact, kind, detail, currency
    having sum(held) <> sum(counted) or sum(amount) <> 0 order by 1 nulls first, 2, 3, 4`);
  return rows;
}
