import type pg from "pg";
import { type Percentiles, toPercentiles } from "../support/percentiles.ts";

export const writers = 8;

/**
 * Storing a notification's count by eight writers at once, flushed to disk as the receiver does: added to the day's row,
 * which the writers wait for in turn, or noted in a journal that a job adds to the day.
 */
export async function measureWrites(pool: pg.Pool, count: number): Promise<{ plain: Percentiles; tuned: Percentiles }> {
  await pool.query(`
    drop table if exists bench_counts, bench_journal;
    create table bench_counts (environment text, day date, kind text, rows bigint, primary key (environment, day, kind));
    create table bench_journal (id bigserial primary key, environment text, quarter timestamptz, kind text, rows int)`);
  const plain = () =>
    `insert into bench_counts as held values ('demo', current_date, 'valid', 1)
     on conflict (environment, day, kind) do update set rows = held.rows + excluded.rows`;
  const tuned = () => "insert into bench_journal (environment, quarter, kind, rows) values ('demo', now(), 'valid', 1)";
  const measured = { plain: await timeWrites(pool, plain, count), tuned: await timeWrites(pool, tuned, count) };
  await pool.query("drop table bench_counts, bench_journal");
  return { plain: toPercentiles(measured.plain), tuned: toPercentiles(measured.tuned) };
}

async function timeWrites(pool: pg.Pool, statement: () => string, count: number): Promise<number[]> {
  const times: number[] = [];
  const write = async () => {
    while (times.length < count) {
      const startedAt = performance.now();
      await pool.query(statement());
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return times;
}
