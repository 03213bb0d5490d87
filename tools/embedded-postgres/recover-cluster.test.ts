// @module-tag long: makes and ends clusters of its own.

import { chmod, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { archiveIn } from "./archive.ts";
import { listBases, takeBaseBackup } from "./base-backup.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "./embedded-database.ts";
import { clusterFolder, homeFolder } from "./home.ts";
import { recoverCluster } from "./recover-cluster.ts";

async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `counterfoil-${name}-`));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Adds a row, and resolves with a moment at which it was there and no later one was. */
async function addRow(url: string, text: string): Promise<Date> {
  await query(url, `insert into kept values ('${text}')`);
  const [row] = await query<{ at: Date }>(url, "select clock_timestamp() as at, pg_sleep(0.01)");
  return row?.at ?? new Date(Number.NaN);
}

async function archiveAll(url: string): Promise<void> {
  const [row] = await query<{ wal: string }>(url, "select pg_walfile_name(pg_switch_wal()) as wal");
  while (
    ((await query<{ last: string | null }>(url, "select last_archived_wal as last from pg_stat_archiver"))[0]?.last ?? "") <
    (row?.wal ?? "")
  )
    await wait(50);
}

const rowsIn = async (url: string) =>
  (await query<{ text: string }>(url, "select text from kept order by text")).map(({ text }) => text);

test("a lost database comes back as of any moment since its copy, and again up to the end", {
  meta: { slow: "Makes a PostgreSQL cluster and recovers it three times." },
}, async () => {
  const [dataDir, archiveDir] = [await makeFolder("data"), await makeFolder("archive")];
  const archive = archiveIn(archiveDir);
  const opened: EmbeddedDatabase[] = [];
  onTestFinished(() => Promise.all(opened.map((database) => database.close())).then(() => {}));
  const open = async () => {
    const database = await openEmbeddedDatabase({ dataDir, archiveDir });
    opened.push(database);
    return database;
  };
  const first = await open();
  await query(first.url, "create table kept (text text)");
  await addRow(first.url, "before the copy");
  const base = await takeBaseBackup({ url: first.url, cluster: clusterFolder(await realpath(homeFolder(dataDir))), archive });
  const wanted = await addRow(first.url, "wanted");
  await addRow(first.url, "unwanted");
  await archiveAll(first.url);
  await first.close();
  const lose = () => rm(homeFolder(dataDir), { recursive: true });
  const recover = (until: Date | undefined) =>
    recoverCluster({
      dataDir,
      archiveDir,
      until,
      mark: async (url) => void (await query(url, "insert into kept values ('zz marked')")),
    });

  await expect(recover(wanted)).rejects.toThrow(/There is a database in .* already, and it was not changed/);
  await lose();
  await expect(recover(new Date(base.endedAt.getTime() - 1))).rejects.toThrow(/^--until is before the oldest copy there; name /);
  await expect(recover(new Date(Date.now() + 3_600_000))).rejects.toThrow(/^--until is after the last archived change/);
  await expect(openEmbeddedDatabase({ dataDir })).rejects.toThrow(/run npm run restore again with the same flags/);
  await recover(wanted);
  const second = await open();
  expect(await rowsIn(second.url)).toEqual(["before the copy", "wanted", "zz marked"]);

  // A copy of what was restored makes the log before the last copy but one superfluous.
  for (let taken = 0; taken < 2; taken++) {
    await takeBaseBackup({ url: second.url, cluster: clusterFolder(await realpath(homeFolder(dataDir))), archive });
  }
  const bases = await listBases(archive);
  expect(bases).toHaveLength(2);
  expect(await readdir(archive.wal)).not.toContain(base.firstWal);
  const last = await addRow(second.url, "after it");
  await archiveAll(second.url);
  await second.close();
  await lose();
  await recover(undefined);
  const third = await open();
  expect(await rowsIn(third.url)).toEqual(["after it", "before the copy", "wanted", "zz marked", "zz marked"]);
  expect(last.getTime()).toBeGreaterThan(wanted.getTime());
});
