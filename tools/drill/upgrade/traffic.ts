import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

/** Somebody who reads while the schema changes; each reading is timed. */
export type Reader = { stop(): Promise<{ readings: number; longestMs: number; failures: string[] }> };

const pauseMs = 50;
/** As an export, which keeps what it reads from being changed meanwhile. */
const exportMs = 3_000;
const statementMs = 30_000;
const betweenExportsMs = 500;

const readings = [
  "select id, occurred_at, amount_minor from transaction where environment = 'demo' order by occurred_at desc limit 50",
  "select id, order_id from delivery where environment = 'demo' order by id desc limit 20",
  "select sum(rows) from ledger_day",
  "select id, status from payment order by created_at desc limit 20",
  "select id, act from audit order by id desc limit 20",
];

export function startReader(url: string): Reader {
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: "drill reader", statement_timeout: statementMs });
  pool.on("error", () => {});
  const failures: string[] = [];
  let [count, longestMs, isOver] = [0, 0, false];
  const readShort = async () => {
    for (; !isOver; await wait(pauseMs)) {
      const startedAt = performance.now();
      await pool.query(readings[count % readings.length] ?? "").catch((error: Error) => failures.push(error.message));
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      count++;
    }
  };
  const exportAll = async () => {
    for (; !isOver; await wait(betweenExportsMs)) {
      await pool
        .query(
          `begin; select count(*) from delivery; select from transaction limit 1; select pg_sleep(${exportMs / 1_000}); commit`,
        )
        .catch((error: Error) => failures.push(error.message));
    }
  };
  const reading = Promise.all([readShort(), exportAll()]);
  return {
    async stop() {
      isOver = true;
      await reading;
      await pool.end();
      return { readings: count, longestMs, failures };
    },
  };
}
