import { mkdir } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { restoreBackup } from "#lib/db/backup/restore-backup.ts";
import { writeBackup } from "#lib/db/backup/write-backup.ts";
import { finishRestore } from "#scripts/support/finish-restore.ts";
import { fillLedger } from "#tools/bench/find/fill-ledger.ts";
import { type AppDatabase, prepareAppDatabase } from "#tools/bench/support/app-database.ts";
import type { Cluster } from "#tools/bench/support/cluster.ts";

export type RowTimes = { rows: number; backupSeconds: number; restoreSeconds: number; megabytes: number; peakMegabytes: number };

/** How long a backup of that many transactions takes, and until it is back behind its fence. */
export async function measureRows(cluster: Cluster, folder: string, rows: number): Promise<RowTimes> {
  const dataDir = path.join(folder, "rows");
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const { url, vault, keys } = await prepareFilled({ url: await cluster.createDatabase("many"), dataDir, rows });
  const keyIds = [vault.keyId];
  const peak = watchMemory();
  const startedMs = performance.now();
  const backup = await writeBackup({ url, to: folder, sealer: vault, keyIds, program: "drill" });
  const writtenMs = performance.now();
  const target = await cluster.createDatabase("back");
  await restoreBackup({ url: target, folder: backup.folder, sealer: vault, keyIds, isToServe: true });
  const code = await finishRestore({
    url: target,
    settings: loadSettings({ ...keys, DATA_DIR: dataDir }),
    auditHead: backup.manifest.auditHead,
    journalFolders: [],
  });
  if (code !== 0) throw new Error("The audit log of the restored database is not whole.");
  const restoredMs = performance.now();
  return {
    rows: backup.manifest.tables.find(({ name }) => name === "transaction")?.rows ?? 0,
    backupSeconds: (writtenMs - startedMs) / 1_000,
    restoreSeconds: (restoredMs - writtenMs) / 1_000,
    megabytes: Math.round(backup.manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6),
    peakMegabytes: peak(),
  };
}

/** Makes an empty database that of an app, with so many transactions. */
export async function prepareFilled({ rows, ...place }: { url: string; dataDir: string; rows: number }): Promise<AppDatabase> {
  const database = await prepareAppDatabase({ ...place, endpoints: 1 });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const { rows: merchants } = await pool.query<{ id: string }>("select id from merchant");
  const merchantIds = merchants.map(({ id }) => id);
  await fillLedger({ pool, vault: database.vault, merchantIds, endpointIds: [], rows, withNotifications: false });
  await pool.query("drop table bench_row");
  await pool.end();
  return database;
}

/** Answers by how many megabytes this process grew at most. */
function watchMemory(): () => number {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 100);
  return () => {
    clearInterval(timer);
    return Math.round((most - before) / 1e6);
  };
}
