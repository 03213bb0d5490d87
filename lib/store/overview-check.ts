import { type SQL, sql } from "drizzle-orm";
import type { Database, Queryable } from "./open-store.ts";
import { foldChanges, foldLock, type Zones } from "./overview.ts";
import { setting } from "./schema/setting.ts";

const checkedKey = "overview.checked";

/** True for the one caller whose turn the day's check is. */
export async function claimDailyCheck(db: Queryable, day: string): Promise<boolean> {
  const claimed = await db
    .insert(setting)
    .values({ key: checkedKey, value: day })
    .onConflictDoUpdate({
      target: setting.key,
      set: { value: day },
      setWhere: sql`${setting.value} <> ${JSON.stringify(day)}::jsonb`,
    })
    .returning({ key: setting.key });
  return claimed.length > 0;
}

export type OverviewDifference = {
  merchant_id: string;
  day: string;
  fact: string;
  kind: string;
  held: number;
  counted: number;
};

type Checked = { zones: Zones /** The first day that is looked at, YYYY-MM-DD. */; since: string };

/** Where the overview's counts since a day and the rows they stand for differ; none do. */
export async function checkOverview(db: Queryable, { zones, since }: Checked): Promise<OverviewDifference[]> {
  const { rows } = await db.execute<OverviewDifference>(sql`
    with held as (
      select merchant_id, day, fact, kind, detail, currency, sum(rows) as rows, sum(amount_minor) as amount from (
        select merchant_id, day, fact, kind, detail, currency, rows, amount_minor from overview_day
        union all
        select merchant_id, ${dayOf(sql`quarter`, zones)}, fact, kind, detail, currency, rows, amount_minor from overview_change
      ) each where day >= ${since}::date group by 1, 2, 3, 4, 5, 6 having sum(rows) <> 0 or sum(amount_minor) <> 0
    ), counted as (
      select merchant_id, day, fact, kind, detail, currency, rows, amount_minor as amount from (${countRows({ zones, since })}) each)
    select merchant_id, day::text, fact, kind, coalesce(held.rows, 0)::int as held, coalesce(counted.rows, 0)::int as counted
    from held full join counted using (merchant_id, day, fact, kind, detail, currency)
    where held.rows is distinct from counted.rows or held.amount is distinct from counted.amount
    order by 1, 2, 3, 4 limit 100`);
  return rows;
}

/** Counts the days since one anew from the rows. What is stored meanwhile waits. */
export async function rebuildOverview(db: Database, { zones, since }: Checked): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${foldLock})`);
    await tx.execute(sql`lock table delivery, payment_notice, payment in share row exclusive mode`);
    for (let taken = 1; taken > 0; ) taken = await foldChanges(tx, zones);
    await tx.execute(sql`delete from overview_day where day >= ${since}::date`);
    await tx.execute(sql`delete from overview_environment_day where day >= ${since}::date`);
    await tx.execute(sql`
      insert into overview_day (environment, merchant_id, day, fact, kind, detail, currency, rows, amount_minor)
      ${countRows({ zones, since })}`);
    await tx.execute(sql`
      insert into overview_environment_day (environment, day, fact, kind, detail, currency, rows, amount_minor)
      select environment, day, fact, kind, detail, currency, sum(rows), sum(amount_minor)
      from overview_day where day >= ${since}::date group by 1, 2, 3, 4, 5, 6`);
  });
}

function dayOf(at: SQL, zones: Zones): SQL {
  return sql`(${at} at time zone coalesce(${JSON.stringify(zones)}::jsonb ->> environment, 'UTC'))::date`;
}

/** A day begins at most a day before it does in UTC; the environments are named for the indexes' sake. */
function isSince(at: SQL, since: string): SQL {
  return sql`environment in ('sandbox', 'demo', 'production') and ${at} >= ${since}::timestamptz - interval '1 day'`;
}

function countRows({ zones, since }: Checked): SQL {
  const received = dayOf(sql`received_at`, zones);
  const isReceived = isSince(sql`received_at`, since);
  return sql`
    select * from (
      select environment, merchant_id, ${received} as day, 'received' as fact, verdict as kind, '' as detail, '' as currency,
        count(*) as rows, 0::numeric as amount_minor from delivery where ${isReceived} group by 1, 2, 3, 5
      union all
      select environment, merchant_id, ${received}, 'paid', paid_with, card_brand, currency, count(*), coalesce(sum(amount_minor), 0)
      from payment_notice where ${isReceived} group by 1, 2, 3, 5, 6, 7
      union all
      select environment, merchant_id, ${received}, 'delay', overview_delay(delay_seconds), '', '', count(*), 0
      from payment_notice where ${isReceived} and delay_seconds is not null group by 1, 2, 3, 5
      union all
      select environment, merchant_id, ${dayOf(sql`created_at`, zones)}, 'payment', status, kind, currency, count(*), sum(amount_minor)
      from payment where ${isSince(sql`created_at`, since)} group by 1, 2, 3, 5, 6, 7
    ) counted where day >= ${since}::date`;
}
