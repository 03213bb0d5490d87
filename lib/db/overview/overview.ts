import { sql } from "drizzle-orm";
import type { Database, Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";

/** Each environment's zone, which decides the day of an event. Others use UTC. */
export type Zones = Readonly<Record<string, string>>;

export type OverviewFact = "received" | "paid" | "delay" | "payment";

/** One count: `kind` and `detail` say of what, depending on the fact. */
export type OverviewCount = {
  /** Only for received notifications; null: the sum of the days before or since `from`. */
  day: string | null;
  /** False: of the days before `from`. */
  isNow: boolean;
  fact: OverviewFact;
  kind: string;
  detail: string;
  currency: string;
  rows: number;
  amountMinor: string;
};

type Days = MerchantScope & { beforeFrom: string; from: string; to: string; zone: string };

/**
 * Counts from `beforeFrom` to `to`; payment methods and delays only from `from`. Includes pending changes. Days are in
 * the zone in which they were aggregated. Grouping the rows of 90 days beside 90 before instead: p95 314 ms against 9 ms,
 * wanted 100 ms.
 */
export async function listOverviewCounts(
  db: Queryable,
  { beforeFrom, from, to, zone, ...scope }: Days,
): Promise<OverviewCount[]> {
  if (isEmptyScope(scope)) return [];
  const mine = inScope(scope, { environment: sql`environment`, merchantId: sql`merchant_id` });
  const days = scope.merchantIds === null ? sql`overview_environment_day` : sql`overview_day`;
  const { rows } = await db.execute<OverviewCount>(sql`
    select day::text, is_now as "isNow", fact, kind, detail, currency, sum(rows)::bigint as rows, sum(amount_minor)::text as "amountMinor"
    from (
      select case when fact = 'received' then day end as day, day >= ${from}::date as is_now, fact, kind, detail, currency, rows, amount_minor
      from (
        select day, fact, kind, detail, currency, rows, amount_minor from ${days}
        where ${mine} and fact in ('received', 'payment') and day between ${beforeFrom}::date and ${to}::date
        union all
        select day, fact, kind, detail, currency, rows, amount_minor from ${days}
        where ${mine} and fact in ('paid', 'delay') and day between ${from}::date and ${to}::date
        union all
        select (quarter at time zone ${zone})::date as day, fact, kind, detail, currency, rows, amount_minor from overview_change
        where ${mine} and (quarter at time zone ${zone})::date between
          case when fact in ('received', 'payment') then ${beforeFrom}::date else ${from}::date end and ${to}::date
      ) held
    ) counted
    group by 1, 2, 3, 4, 5, 6 having sum(rows) <> 0 or sum(amount_minor) <> 0 order by 1, 2, 3, 4, 5, 6`);
  return rows.map((row) => ({ ...row, rows: Number(row.rows) }));
}

/** Advisory lock: its holder is the only writer of the days' counts. */
export const overviewLock = 4_242_031;
const changesAtOnce = 20_000;

/** Aggregates pending changes into the days; one caller at a time. Returns the number of changes. */
export async function updateOverview(db: Database, zones: Zones): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows: locked } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${overviewLock}) as mine`);
    if (!locked[0]?.mine) return 0;
    const taken = await applyChanges(tx, zones);
    if (taken > 0) await removeEmptyDays(tx);
    return taken;
  });
}

async function applyChanges(tx: Queryable, zones: Zones): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(sql`
    with taken as (
      delete from overview_change where id in (select id from overview_change order by id limit ${changesAtOnce}) returning *
    ), folded as (
      insert into overview_day (environment, merchant_id, day, fact, kind, detail, currency, rows, amount_minor)
      select environment, merchant_id, (quarter at time zone coalesce(${JSON.stringify(zones)}::jsonb ->> environment, 'UTC'))::date,
        fact, kind, detail, currency, sum(rows), sum(amount_minor)
      from taken group by 1, 2, 3, 4, 5, 6, 7
      on conflict (merchant_id, day, fact, kind, detail, currency) do update set
        rows = overview_day.rows + excluded.rows, amount_minor = overview_day.amount_minor + excluded.amount_minor
    ), of_environment as (
      insert into overview_environment_day as held (environment, day, fact, kind, detail, currency, rows, amount_minor)
      select environment, (quarter at time zone coalesce(${JSON.stringify(zones)}::jsonb ->> environment, 'UTC'))::date,
        fact, kind, detail, currency, sum(rows), sum(amount_minor)
      from taken group by 1, 2, 3, 4, 5, 6
      on conflict (environment, day, fact, kind, detail, currency) do update set
        rows = held.rows + excluded.rows, amount_minor = held.amount_minor + excluded.amount_minor
    )
    select count(*)::int as taken from taken`);
  return rows[0]?.taken ?? 0;
}

export async function removeEmptyDays(tx: Queryable): Promise<void> {
  await tx.execute(sql`delete from overview_day where rows = 0 and amount_minor = 0`);
  await tx.execute(sql`delete from overview_environment_day where rows = 0 and amount_minor = 0`);
}
