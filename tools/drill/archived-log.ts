import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

const archivedWithinMs = 60_000;
const pollMs = 200;

/** Until what was written so far is in the archive. */
export async function untilArchived(url: string): Promise<void> {
  const name = String(await ask(url, "select pg_walfile_name(pg_switch_wal()) as value"));
  const giveUpAt = performance.now() + archivedWithinMs;
  for (;;) {
    const isThere = await ask(url, `select coalesce(last_archived_wal, '') >= '${name}' as value from pg_stat_archiver`);
    if (isThere === true) return;
    if (performance.now() > giveUpAt) throw new Error("The write-ahead log does not come into the archive.");
    await wait(pollMs);
  }
}

/** The column `value` of the first row. */
export async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 30_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<{ value: unknown }>(question)).rows[0]?.value;
  } finally {
    await client.end().catch(() => {});
  }
}
