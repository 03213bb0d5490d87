import { type SQL, sql } from "drizzle-orm";
import type { Database, Queryable } from "./open-store.ts";

type Old = { environment: string; before: Date };

const rowsAtOnce = 1_000;
/** Whoever reads the ledger waits no longer for a month to go; then it is tried again later. */
const lockWithin = "500ms";

/** The partitions that hold nothing of `before` and after, oldest first. */
export async function listOldMonths(db: Queryable, { environment, before }: Old): Promise<string[]> {
  const parent = `transaction_${environment}`;
  const { rows } = await db.execute<{ name: string }>(sql`
    select month.relname as name from pg_inherits
    join pg_class month on month.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = to_regclass(${parent}) order by month.relname`);
  const early = rows.filter(({ name }) => name === `${parent}_early` && before >= new Date("2000-01-01"));
  const ended = rows.filter(({ name }) => {
    const [, year, month] = /_(\d{4})(\d\d)$/.exec(name) ?? [];
    return year !== undefined && new Date(Date.UTC(Number(year), Number(month), 1)) <= before;
  });
  return [...early, ...ended].map(({ name }) => name);
}

/** Drops a partition and takes its rows out of the sums of their days. Throws when its readers do not let go of it. */
export function dropMonth(db: Database, month: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('lock_timeout', ${lockWithin}, true)`);
    await tx.execute(sql`lock table ${sql.identifier(month)} in share row exclusive mode`);
    const removed = await takeFromDays(tx, sql`gone as (select facet_id, day, amount_minor from ${sql.identifier(month)})`);
    await tx.execute(sql`drop table ${sql.identifier(month)}`);
    return removed;
  });
}

/** Removes some of the oldest rows, their keys not; 0 when there are no more. */
export function removeOldTransactions(db: Queryable, { environment, before }: Old): Promise<number> {
  const isOld = sql`transaction.environment = ${environment} and transaction.occurred_at < ${before.toISOString()}::timestamptz`;
  return takeFromDays(
    db,
    sql`old as materialized (
      select merchant_id, id, occurred_at from transaction where ${isOld} order by occurred_at limit ${rowsAtOnce}),
    gone as (
      delete from transaction using old where ${isOld} and transaction.occurred_at = old.occurred_at
        and transaction.id = old.id and transaction.merchant_id = old.merchant_id
      returning facet_id, day, amount_minor)`,
  );
}

/** Takes the rows of a query named `gone` out of the sums of their days; answers how many they are. */
async function takeFromDays(db: Queryable, gone: SQL): Promise<number> {
  const { rows } = await db.execute<{ removed: number }>(sql`
    with ${gone},
    went as materialized (
      select facet_id, day, count(*)::int as rows, coalesce(sum(amount_minor) filter (where amount_minor > 0), 0) as credit,
        coalesce(sum(amount_minor) filter (where amount_minor < 0), 0) as debit
      from gone group by facet_id, day),
    taken as (
      update ledger_day set rows = ledger_day.rows - went.rows, credit_minor = credit_minor - went.credit,
        debit_minor = debit_minor - went.debit
      from went where ledger_day.facet_id = went.facet_id and ledger_day.day = went.day)
    select coalesce(sum(rows), 0)::int as removed from went`);
  return rows[0]?.removed ?? 0;
}

/** Forgets days that have no rows any more. */
export async function forgetEmptyDays(
  db: Queryable,
  { environment, keptFrom }: { environment: string; keptFrom: string },
): Promise<void> {
  await db.execute(sql`delete from ledger_day where rows = 0 and day < ${keptFrom}::date
    and facet_id in (select id from ledger_facet where environment = ${environment})`);
}
