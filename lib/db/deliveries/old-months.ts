import { sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../connection/open-store.ts";

/** Limits how long the table's other users are blocked while a month is dropped; after that it is retried. */
const lockTimeout = "300ms";

type MonthQuery = { table: "transaction" | "delivery"; environment: string; before: Date };

/** An environment's monthly partitions without rows at or after `before`, oldest first. */
export async function listOldMonths(db: Queryable, { table, environment, before }: MonthQuery): Promise<string[]> {
  const parent = `${table}_${environment}`;
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

/**
 * Drops partitions in the order given, after `takeAway` subtracted their rows from all sums; no one writes to
 * them meanwhile. Drops nothing when it returns undefined. Throws when readers do not release them in time.
 */
export function dropPartitions<Removed extends number | undefined>(
  db: Queryable,
  names: readonly string[],
  takeAway: (tx: Transaction) => Promise<Removed>,
): Promise<Removed> {
  const tables = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('lock_timeout', ${lockTimeout}, true)`);
    await tx.execute(sql`lock table ${tables} in share row exclusive mode`);
    const removed = await takeAway(tx);
    if (removed !== undefined) await tx.execute(sql`select drop_months(${sql.param([...names])}::text[])`);
    return removed;
  });
}
