import type pg from "pg";

/**
 * As autovacuum does a minute after a load: each table for itself. A partitioned one is never analysed, so the planner has no
 * statistics of `transaction` or `delivery` as a whole.
 */
export async function analyzeTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(oid::regclass::text, ', ') as names from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  await pool.query(`vacuum analyze ${rows[0]?.names}`);
}
