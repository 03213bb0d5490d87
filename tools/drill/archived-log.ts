import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

const archivedWithinMs = 60_000;
const pollMs = 200;
const pauseMs = 1_500;

/** Until what was written so far is in the archive. */
export async function untilArchived(url: string): Promise<void> {
  const name = String(await queryValue(url, "select pg_walfile_name(pg_switch_wal()) as value"));
  const giveUpAt = performance.now() + archivedWithinMs;
  for (;;) {
    const isThere = await queryValue(url, `select coalesce(last_archived_wal, '') >= '${name}' as value from pg_stat_archiver`);
    if (isThere === true) return;
    if (performance.now() > giveUpAt) throw new Error("The write-ahead log does not come into the archive.");
    await wait(pollMs);
  }
}

/** Whole seconds, with nothing right before and after it. */
export async function chooseMoment(url: string): Promise<Date> {
  await wait(pauseMs);
  const moment = (await queryValue(url, "select date_trunc('second', clock_timestamp()) as value")) as Date;
  await wait(pauseMs);
  return moment;
}

/** The column `value` of the first row. */
export async function queryValue(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 30_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<{ value: unknown }>(question)).rows[0]?.value;
  } finally {
    await client.end().catch(() => {});
  }
}
