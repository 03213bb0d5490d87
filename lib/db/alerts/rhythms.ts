import { type SQL, sql } from "drizzle-orm";
import { hoursOfWeek, type Rhythm, recentWeeks, type SalesHistory } from "#lib/core/silence.ts";
import type { Database, Queryable } from "../connection/open-store.ts";
import { merchantRhythm } from "../schema/alert.ts";
import { isOfKind } from "../transaction-sums/ledger-counts.ts";

type Place = { environment: string; zone: string; limit: number };
const historyWeeks = 12;
const learnedFor = sql`interval '1 day'`;

/** Kinds of an environment's transactions that are sales. */
const salesKinds = (environment: string) => sql`sales as materialized (
  select coalesce(array_agg(id), '{}') as ids from ledger_kind where environment = ${environment} and ${isOfKind("sales")})`;

/**
 * Sales of each hour of the week of the merchants whose rhythm was learned longest ago, or never: one query for all of them,
 * which returns at most a number for each hour. Silent ones keep their rhythm, else silence would become usual.
 */
export async function countSalesByHour(db: Queryable, { environment, zone, limit }: Place): Promise<Map<string, SalesHistory>> {
  const { rows } = await db.execute<{ merchantId: string; weeks: number; hour: number; sales: number; recent: number }>(sql`
    with ${salesKinds(environment)}, chosen as materialized (
      select sync.merchant_id, sync.recent_read_at as until_at, least(${historyWeeks}, floor((sync.recent_read_at::date - (
        select min(day) from ledger_day where ledger_day.merchant_id = sync.merchant_id)) / 7)::int) as weeks
      from ledger_sync sync left join merchant_rhythm rhythm on rhythm.merchant_id = sync.merchant_id
      where sync.environment = ${environment} and sync.recent_read_at is not null and rhythm.silent_since is null
        and (rhythm.learned_at is null or rhythm.learned_at < now() - ${learnedFor})
      order by rhythm.learned_at nulls first limit ${limit}
    )
    select chosen.merchant_id as "merchantId", coalesce(weeks, 0) as weeks, coalesce(sale.hour, 0) as hour,
      count(sale.at)::int as sales, (count(*) filter (where sale.at >= until_at - ${recentWeeks} * interval '1 week'))::int as recent
    from chosen left join lateral (
      select occurred_at as at, ((extract(isodow from occurred_at at time zone ${zone}) - 1) * 24
        + extract(hour from occurred_at at time zone ${zone}))::int as hour
      from transaction where merchant_id = chosen.merchant_id and environment = ${environment}
        and occurred_at >= until_at - weeks * interval '1 week' and occurred_at < until_at
        and kind_id = any((select ids from sales)::int[])
    ) sale on true group by 1, 2, 3`);
  const found = new Map<string, SalesHistory & { counts: number[] }>();
  for (const { merchantId, weeks, hour, sales, recent } of rows) {
    const history = found.get(merchantId) ?? { counts: Array<number>(hoursOfWeek).fill(0), weeks, recent: 0 };
    history.counts[hour] = sales;
    history.recent += recent;
    found.set(merchantId, history);
  }
  return found;
}

type LearnedRhythm = { merchantId: string; environment: string; rhythm: Rhythm | undefined };

/** Without a rhythm the merchant is not checked until it is learned again. */
export async function saveRhythms(db: Queryable, learned: readonly LearnedRhythm[], at: Date): Promise<void> {
  if (learned.length === 0) return;
  const rows = learned.map(({ merchantId, environment, rhythm }) => ({
    ...{ merchantId, environment, learnedAt: at, checkAt: rhythm ? at : null },
    ...{ hourly: [...(rhythm?.hourly ?? [])], salesPerYear: Math.round(rhythm?.salesPerYear ?? 0) },
  }));
  const set = {
    hourly: sql`excluded.hourly`,
    salesPerYear: sql`excluded.sales_per_year`,
    learnedAt: sql`excluded.learned_at`,
    checkAt: sql`excluded.check_at`,
  };
  await db.insert(merchantRhythm).values(rows).onConflictDoUpdate({ target: merchantRhythm.merchantId, set });
}

export type DueRhythm = {
  merchantId: string;
  rhythm: Rhythm;
  offsetMs: number;
  /** Of a silent one the last before its silence, however long ago; null: none in the last weeks. */
  lastSaleMs: number | null;
  /** Until then its sales are known. */
  readMs: number;
  /** A day since its last sale was not read after it ended: there may be sales that are not known. */
  hasGap: boolean;
};

/** After a long time without reading, today is read first. Only then may a day be unread: the history is read again. */
function hasGap(zone: string, now: SQL): SQL {
  const dayOf = (at: SQL) => sql`(${at} at time zone ${zone})::date`;
  return sql`(history_read_at is null and exists (
    select from generate_series(${dayOf(sql`last.at`)}, ${dayOf(now)} - 1, interval '1 day') as series(day)
    where not exists (
      select from ledger_read read where read.merchant_id = rhythm.merchant_id and read.zone = ${zone}
        and from_day::date <= day and to_day::date >= day and ${dayOf(sql`read_at`)} > day)))`;
}

/** Merchants whose silence may have begun or ended, with their last sale. Of a silent one each round. */
export async function listDueRhythms(db: Queryable, { environment, zone, limit }: Place, at: Date): Promise<DueRhythm[]> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Omit<DueRhythm, "rhythm"> & Rhythm>(sql`
    with ${salesKinds(environment)}
    select rhythm.merchant_id as "merchantId", hourly, sales_per_year as "salesPerYear",
      extract(epoch from (${now} at time zone ${zone}) - (${now} at time zone 'UTC'))::float8 * 1000 as "offsetMs",
      extract(epoch from coalesce(last.at, silent_since))::float8 * 1000 as "lastSaleMs",
      extract(epoch from recent_read_at)::float8 * 1000 as "readMs", silent_since is null and ${hasGap(zone, now)} as "hasGap"
    from merchant_rhythm rhythm join ledger_sync sync on sync.merchant_id = rhythm.merchant_id and recent_read_at is not null
    cross join lateral (
      select max(last_at) as at from ledger_day
      where ledger_day.merchant_id = rhythm.merchant_id and day >= ${now}::date - 35 and kind_id = any((select ids from sales)::int[])
    ) last
    where rhythm.environment = ${environment} and check_at <= ${now} order by check_at limit ${limit}`);
  return rows.map(({ hourly, salesPerYear, ...row }) => ({ ...row, rhythm: { hourly, salesPerYear } }));
}

export type CheckedRhythm = { merchantId: string; silentSinceMs: number | null; checkMs: number };

export async function saveChecks(db: Database, checked: readonly CheckedRhythm[]): Promise<void> {
  if (checked.length === 0) return;
  await db.execute(sql`
    update merchant_rhythm set check_at = to_timestamp(checked."checkMs" / 1000),
      silent_since = to_timestamp(checked."silentSinceMs" / 1000)
    from json_to_recordset(${JSON.stringify(checked)}::json) as checked("merchantId" uuid, "silentSinceMs" float8, "checkMs" float8)
    where merchant_id = checked."merchantId"`);
}
