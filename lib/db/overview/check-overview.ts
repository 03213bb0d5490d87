import { eq, type SQL, sql } from "drizzle-orm";
import { environments } from "#lib/core/identifiers.ts";
import type { Database, Queryable } from "../connection/open-store.ts";
import { setting } from "../schema/setting.ts";
import { overviewLock, removeEmptyDays, type Zones } from "./overview.ts";

const checkedKey = "overview.checked";
const zonesKey = "overview.zones";

/** True for the one caller that claims the day's check. */
export async function claimDailyCheck(db: Queryable, day: string): Promise<boolean> {
  const claimed = await db
    .insert(setting)
    .values({ key: checkedKey, value: day })
    .onConflictDoUpdate({ target: setting.key, set: { value: day }, setWhere: sql`${setting.value} <> excluded.value` })
    .returning({ key: setting.key });
  return claimed.length > 0;
}

/** The environments whose days were counted in another zone, or in an unknown one. */
export async function listOtherZones(db: Queryable, zones: Zones): Promise<string[]> {
  const [saved] = await db.select({ value: setting.value }).from(setting).where(eq(setting.key, zonesKey));
  const known = (saved?.value ?? {}) as Zones;
  return Object.keys(zones).filter((name) => known[name] !== zones[name]);
}

/** Records that all days of an environment are counted in its zone. */
export async function saveZone(db: Queryable, environment: string, zone: string): Promise<void> {
  const value = { [environment]: zone };
  await db
    .insert(setting)
    .values({ key: zonesKey, value })
    .onConflictDoUpdate({ target: setting.key, set: { value: sql`${setting.value} || excluded.value` } });
}

/** `merchantId` null: of all merchants together. */
export type OverviewDifference = {
  merchantId: string | null;
  day: string;
  fact: string;
  kind: string;
  held: number;
  counted: number;
};

type Checked = {
  zones: Zones;
  /** The first day that is checked, YYYY-MM-DD; undefined: all days. */
  since?: string;
  /** Environments to check; undefined: all. */
  of?: readonly string[];
};

/** Differences between the overview's counts since a day and the rows they count; empty when it is correct. */
export async function checkOverview(db: Queryable, checked: Checked): Promise<OverviewDifference[]> {
  const { rows } = await db.execute<OverviewDifference>(sql`
    select merchant_id as "merchantId", day::text, fact, kind, held::int, (held + rows)::int as counted from (
      select merchant_id, day, fact, kind, held, rows from (${differencesOfMerchants(checked)}) own
      union all
      select null, day, fact, kind, held, rows from (${differencesOfEnvironments(checked)}) of_all
    ) each order by 1 nulls first, 2, 3, 4 limit 100`);
  return rows;
}

/**
 * Corrects the days since a day to match their rows. Blocks no writers: rows and their counts change in one
 * transaction, so the difference that one statement sees stays valid whatever is stored meanwhile.
 */
export async function rebuildOverview(db: Database, checked: Checked): Promise<void> {
  await db.transaction(async (tx) => {
    // All days of a large environment take longer than the usual statement limit.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${overviewLock})`);
    await tx.execute(sql`
      insert into overview_day as held (environment, merchant_id, day, fact, kind, detail, currency, rows, amount_minor)
      select environment, merchant_id, day, fact, kind, detail, currency, rows, amount
      from (${differencesOfMerchants(checked)}) differing
      on conflict (merchant_id, day, fact, kind, detail, currency) do update set
        rows = held.rows + excluded.rows, amount_minor = held.amount_minor + excluded.amount_minor`);
    await tx.execute(sql`
      insert into overview_environment_day as held (environment, day, fact, kind, detail, currency, rows, amount_minor)
      select environment, day, fact, kind, detail, currency, rows, amount from (${differencesOfEnvironments(checked)}) differing
      on conflict (environment, day, fact, kind, detail, currency) do update set
        rows = held.rows + excluded.rows, amount_minor = held.amount_minor + excluded.amount_minor`);
    await removeEmptyDays(tx);
  });
}

/** The corrections of each merchant's days, taking pending changes into account. */
function differencesOfMerchants(checked: Checked): SQL {
  return sql`
    select coalesce(held.environment, counted.environment) as environment, merchant_id, day, fact, kind, detail, currency,
      coalesce(held.rows, 0) as held, coalesce(counted.rows, 0) - coalesce(held.rows, 0) as rows,
      coalesce(counted.amount_minor, 0) - coalesce(held.amount, 0) as amount
    from (
      select environment, merchant_id, day, fact, kind, detail, currency, sum(rows) as rows, sum(amount_minor) as amount from (
        select environment, merchant_id, day, fact, kind, detail, currency, rows, amount_minor from overview_day
        union all
        select environment, merchant_id, ${dayOf(sql`quarter`, checked.zones)}, fact, kind, detail, currency, rows, amount_minor from overview_change
      ) each where ${areMeant(checked)} group by 1, 2, 3, 4, 5, 6, 7 having sum(rows) <> 0 or sum(amount_minor) <> 0
    ) held full join (${countRows(checked)}) counted using (merchant_id, day, fact, kind, detail, currency)
    where held.rows is distinct from counted.rows or held.amount is distinct from counted.amount_minor`;
}

/** The corrections that make each environment's days the sum of its merchants'. */
function differencesOfEnvironments(checked: Checked): SQL {
  return sql`
    select environment, day, fact, kind, detail, currency, coalesce(held.rows, 0) as held,
      coalesce(counted.rows, 0) - coalesce(held.rows, 0) as rows, coalesce(counted.amount, 0) - coalesce(held.amount_minor, 0) as amount
    from (select * from overview_environment_day where ${areMeant(checked)}) held full join (
      select environment, day, fact, kind, detail, currency, sum(rows) as rows, sum(amount_minor) as amount
      from overview_day where ${areMeant(checked)} group by 1, 2, 3, 4, 5, 6 having sum(rows) <> 0 or sum(amount_minor) <> 0
    ) counted using (environment, day, fact, kind, detail, currency)
    where held.rows is distinct from counted.rows or held.amount_minor is distinct from counted.amount`;
}

function dayOf(at: SQL, zones: Zones): SQL {
  return sql`(${at} at time zone coalesce(${JSON.stringify(zones)}::jsonb ->> environment, 'UTC'))::date`;
}

/** The days that are checked. */
function areMeant({ since = "-infinity", of = environments }: Checked): SQL {
  return sql`(environment = any(${sql.param([...of])}::text[]) and day >= ${since}::date)`;
}

/** A zone's day starts at most one day before the UTC day; naming the environments allows index use. */
function isSince(at: SQL, { since = "-infinity", of = environments }: Checked): SQL {
  return sql`environment = any(${sql.param([...of])}::text[]) and ${at} >= ${since}::timestamptz - interval '1 day'`;
}

function countRows(checked: Checked): SQL {
  const { zones } = checked;
  const received = dayOf(sql`received_at`, zones);
  const isReceived = isSince(sql`received_at`, checked);
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
      from payment where ${isSince(sql`created_at`, checked)} group by 1, 2, 3, 5, 6, 7
    ) counted where ${areMeant(checked)}`;
}
