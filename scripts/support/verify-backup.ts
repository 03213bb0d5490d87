import { chmod, lstat, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { copySettings } from "#lib/db/backup/copy-rows.ts";
import { type RestoreOptions, restoreBackup } from "#lib/db/backup/restore-backup.ts";
import { sumTable } from "#lib/db/backup/write-backup.ts";
import { withClient } from "#lib/db/connection/with-client.ts";
import { openEmbeddedDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { clusterFolder, homeFolder } from "#tools/embedded-postgres/home.ts";
import { stopPostmaster } from "#tools/embedded-postgres/postmaster.ts";
import { findPostmaster } from "#tools/embedded-postgres/postmaster-file.ts";
import { isAlive } from "./process-lock.mjs";
import type { Defer } from "./with-cleanup.ts";

type VerifyOptions = Pick<RestoreOptions, "folder" | "sealer" | "keyIds">;

/** With the process that verifies, so that a later one knows whether it still does. */
const prefix = "counterfoil-verify-";

/**
 * Restores a backup into an embedded PostgreSQL in a temporary folder; one line for each table with other rows. Both are
 * removed by what it defers; what a verification that was killed has left is removed first.
 */
export async function verifyBackup(backup: VerifyOptions, defer: Defer): Promise<string[]> {
  await removeLeftBehind();
  const dataDir = await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-`));
  defer(() => removeDatabase(dataDir));
  // The database's user must be able to enter it, or the database would be in /var/lib.
  await chmod(dataDir, 0o711);
  const opening = openEmbeddedDatabase({ dataDir, durable: false });
  defer(async () => (await opening).close());
  return compare((await opening).url, backup);
}

async function removeLeftBehind(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
    const folder = path.join(tmpdir(), name);
    if (pid > 0 && !isAlive(pid) && (await isOwn(folder))) await removeDatabase(folder).catch(() => {});
  }
}

/** In a folder of another user a link could lead the removal anywhere. */
async function isOwn(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

async function removeDatabase(dataDir: string): Promise<void> {
  const home = await realpath(homeFolder(dataDir)).catch(() => undefined);
  const postmaster = home === undefined ? undefined : await findPostmaster(clusterFolder(home));
  if (postmaster) await stopPostmaster(postmaster.pid);
  // In /var/lib where the database's user cannot enter the temporary folder.
  for (const folder of [home, dataDir]) if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

async function compare(url: string, backup: VerifyOptions): Promise<string[]> {
  const { tables } = await restoreBackup({ ...backup, url, isToServe: false });
  const differences: string[] = [];
  await withClient({ connectionString: url }, async (client) => {
    await client.query(copySettings);
    for (const table of tables) {
      const { rows, sum } = await sumTable(client, table);
      if (rows !== table.rows) differences.push(`${table.name} has ${rows} rows instead of ${table.rows}`);
      else if (sum !== table.sum) differences.push(`${table.name} has other values`);
    }
  });
  return differences;
}
