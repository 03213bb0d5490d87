import { eq, type SQL, sql } from "drizzle-orm";
import { withLongTransaction } from "../connection/client-transaction.ts";
import type { Database, Queryable } from "../connection/open-store.ts";
import { setting } from "../schema/setting.ts";
import { overviewLock, type Zones } from "./overview.ts";

const zonesKey = "overview.zones";

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

/**
 * Counts all days of an environment again, in the days of a zone. Blocks no writers: one statement counts the rows and
 * removes the pending changes of exactly these rows; later changes are added afterwards.
 */
export async function recountOverview(db: Database, { environment, zone }: { environment: string; zone: string }): Promise<void> {
  await withLongTransaction(db, async (tx) => {
    // A large environment takes longer than the usual statement limit.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${overviewLock})`);
    await tx.execute(sql`create temporary table recounted (like overview_day) on commit drop`);
    await tx.execute(sql`
      with taken as (delete from overview_change where environment = ${environment})
      insert into recounted (environment, merchant_id, day, fact, kind, detail, currency, rows, amount_minor)
      ${countOverviewRows({ environment, zone })}`);
    await tx.execute(sql`delete from overview_day where environment = ${environment}`);
    await tx.execute(sql`delete from overview_environment_day where environment = ${environment}`);
    await tx.execute(sql`insert into overview_day select * from recounted`);
    await tx.execute(sql`
      insert into overview_environment_day (environment, day, fact, kind, detail, currency, rows, amount_minor)
      select environment, day, fact, kind, detail, currency, sum(rows), sum(amount_minor) from recounted group by 1, 2, 3, 4, 5, 6`);
  });
}

/** The counts of every merchant's day, from the rows themselves. */
export function countOverviewRows({ environment, zone }: { environment: string; zone: string }): SQL {
  const dayOf = (at: SQL) => sql`(${at} at time zone ${zone})::date`;
  const isOwn = sql`environment = ${environment}`;
  return sql`
    select environment, merchant_id, ${dayOf(sql`received_at`)} as day, 'received' as fact, verdict as kind, '' as detail, '' as currency,
      count(*) as rows, 0::numeric as amount_minor from delivery where ${isOwn} group by 1, 2, 3, 5
    union all
    select environment, merchant_id, ${dayOf(sql`received_at`)}, 'paid', paid_with, card_brand, currency, count(*), coalesce(sum(amount_minor), 0)
    from payment_notice where ${isOwn} group by 1, 2, 3, 5, 6, 7
    union all
    select environment, merchant_id, ${dayOf(sql`received_at`)}, 'delay', overview_delay(delay_seconds), '', '', count(*), 0
    from payment_notice where ${isOwn} and delay_seconds is not null group by 1, 2, 3, 5
    union all
    select environment, merchant_id, ${dayOf(sql`created_at`)}, 'payment', status, kind, currency, count(*), sum(amount_minor)
    from payment where ${isOwn} group by 1, 2, 3, 5, 6, 7`;
}
