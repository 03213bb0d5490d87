// @module-tag long: makes a cluster of its own.

import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { checkArchive } from "#lib/app/doctor/check-archive.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { createTestStore } from "#lib/db/testing/test-store.ts";
import { archiveIn } from "#tools/embedded-postgres/archive.ts";
import { openEmbeddedDatabase } from "#tools/embedded-postgres/embedded-database.ts";

const keys = {
  SESSION_KEYS: `k1:${randomBytes(32).toString("hex")}`,
  VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}`,
};

async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `counterfoil-${name}-`));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

test("an archive on the disk of the data is named, and one that takes nothing any more is a fault until it does", {
  meta: { slow: "Makes a PostgreSQL cluster, whose archiver waits between its tries." },
}, async () => {
  const [dataDir, archiveDir] = [await makeFolder("data"), await makeFolder("archive")];
  const settings = loadSettings({ ...keys, DATA_DIR: dataDir, WAL_ARCHIVE_DIR: archiveDir });
  const database = await openEmbeddedDatabase({ dataDir, archiveDir });
  onTestFinished(() => database.close());
  const client = await connect(database.url);
  onTestFinished(() => client.end());
  const found = async () => (await checkArchive(client, settings)).map(({ level, text }) => `${level}: ${text.split(";")[0]}`);
  const sameDisk = "warning: WAL_ARCHIVE_DIR is on the disk of DATA_DIR, so both are lost together";
  expect(await found()).toEqual([sameDisk]);

  const { wal } = archiveIn(archiveDir);
  await rename(wal, `${wal}-away`);
  await client.query("select pg_switch_wal()");
  const failed = [expect.stringMatching(/^fault: The write-ahead log could not be archived at \d{4}-/)];
  await eventually(async () => expect(await found()).toEqual(failed));

  await rename(`${wal}-away`, wal);
  await eventually(async () => expect(await found()).toEqual([sameDisk]));
});

test("a server that archives nothing is asked about only where an archive is wanted", async () => {
  const store = await createTestStore();
  onTestFinished(() => store.drop());
  const client = await connect(store.url);
  onTestFinished(() => client.end());
  const [dataDir, archiveDir] = [await makeFolder("none"), await makeFolder("archive")];
  const found = async (env: Record<string, string>) =>
    (await checkArchive(client, loadSettings({ ...keys, DATA_DIR: dataDir, ...env }))).map(({ level }) => level);
  expect(await found({})).toEqual([]);
  expect(await found({ WAL_ARCHIVE_DIR: archiveDir })).toEqual(["warning"]);
  expect(await found({ WAL_ARCHIVE_DIR: archiveDir, DATABASE_URL: store.url })).toEqual([]);
});
