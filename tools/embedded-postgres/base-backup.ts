import { randomBytes } from "node:crypto";
import { constants, copyFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { type Archive, basePrefix, removeOldWal } from "./archive.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";
import { removeUnfinished } from "./unfinished.ts";

/** A copy of the cluster in the archive. Recovery can end at `endedAt` or any time later. */
export type Base = { folder: string; endedAt: Date; firstWal: string };

const infoFile = "counterfoil-base.json";
const unfinishedPrefix = "unfinished-";
/** The one before the newest, so that a restore can end before the newest one began. */
const basesKept = 2;
/** What PostgreSQL makes again, or what belongs to the running server (its documentation, "Making a Base Backup"). */
const skippedContent = [
  "pg_wal",
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
];
const skippedFiles = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init)$/;
const controlFile = path.join("global", "pg_control");

/**
 * Copies the cluster of a running server into the archive while it works, then removes older copies and the write-ahead log
 * that only they needed.
 */
export async function takeBaseBackup({
  url,
  cluster,
  archive,
}: {
  url: string;
  cluster: string;
  archive: Archive;
}): Promise<Base> {
  await removeUnfinished(archive.folder, unfinishedPrefix);
  const unfinished = path.join(archive.folder, `${unfinishedPrefix}${randomBytes(6).toString("hex")}`);
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "counterfoil base backup",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await requireArchiving(client, archive);
    await mkdir(unfinished, { mode: 0o700 });
    const base = await copyRunningCluster(client, cluster, unfinished);
    const folder = path.join(archive.folder, `${basePrefix}${base.endedAt.toISOString().replace(/[:.]/g, "-")}`);
    await syncFolders(unfinished);
    await rename(unfinished, folder);
    await syncOne(archive.folder);
    await removeOldBases(archive);
    return { ...base, folder };
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true });
    throw cause;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Finished copies, oldest first. */
export async function listBases({ folder }: Archive): Promise<Base[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(basePrefix)).sort();
  const bases = names.map(async (name) => {
    const info = JSON.parse(await readFile(path.join(folder, name, infoFile), "utf8"));
    return { folder: path.join(folder, name), endedAt: new Date(info.endedAt), firstWal: String(info.firstWal) };
  });
  return Promise.all(bases);
}

async function requireArchiving(client: pg.Client, { wal }: Archive): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('archive_mode') as mode, current_setting('basic_archive.archive_directory', true) as folder",
  );
  if (rows[0]?.mode === "on" && rows[0]?.folder === wal) return;
  throw new EmbeddedDatabaseError(
    "WAL_ARCHIVE_DIR: the running database does not archive there; stop all processes that use it, and start them with this setting.",
  );
}

/** Copies a running server's data folder into an existing one; it becomes usable with the write-ahead log of that time. */
export async function copyRunningCluster(
  client: pg.Client,
  cluster: string,
  target: string,
  { isSynced = true }: { isSynced?: boolean } = {},
): Promise<Omit<Base, "folder">> {
  await client.query("set statement_timeout = 0; set idle_session_timeout = 0");
  const { rows: started } = await client.query("select pg_walfile_name(pg_backup_start('counterfoil', true)) as wal");
  await copyFolder(cluster, target, { below: "", isSynced });
  await copyControl(cluster, target);
  for (const name of skippedContent) await mkdir(path.join(target, name), { recursive: true, mode: 0o700 });
  // Waits until the write-ahead log of the copying is archived.
  const { rows: stopped } = await client.query(
    'select labelfile as label, spcmapfile as map, clock_timestamp() as "endedAt" from pg_backup_stop(wait_for_archive => true)',
  );
  const [{ label, endedAt }] = stopped;
  await writeFile(path.join(target, "backup_label"), label, { mode: 0o600, flush: true });
  const base = { endedAt, firstWal: String(started[0]?.wal) };
  await writeFile(path.join(target, infoFile), JSON.stringify(base), { mode: 0o600, flush: true });
  return base;
}

async function copyFolder(from: string, to: string, options: { below: string; isSynced: boolean }): Promise<void> {
  const { below, isSynced } = options;
  for (const entry of await readdir(path.join(from, below), { withFileTypes: true })) {
    const name = path.join(below, entry.name);
    if (skippedFiles.test(entry.name) || name === controlFile || skippedContent.includes(name)) continue;
    if (entry.isDirectory()) {
      await mkdir(path.join(to, name), { mode: 0o700 });
      await copyFolder(from, to, { below: name, isSynced });
    } else if (entry.isFile()) await copyOne(path.join(from, name), path.join(to, name), isSynced);
  }
}

/** A file may go away meanwhile: the write-ahead log says so. */
async function copyOne(from: string, to: string, isSynced: boolean): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    if (isSynced) await syncOne(to);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause;
  }
}

/** Last, and until two readings are the same: it is the one file that must not be caught half-way. */
async function copyControl(from: string, to: string): Promise<void> {
  const read = () => readFile(path.join(from, controlFile));
  let content = await read();
  for (let next = await read(); !next.equals(content); next = await read()) content = next;
  await writeFile(path.join(to, controlFile), content, { mode: 0o600, flush: true });
}

async function removeOldBases(archive: Archive): Promise<void> {
  const bases = await listBases(archive);
  const kept = bases.slice(-basesKept);
  for (const { folder } of bases.slice(0, -basesKept)) await rm(folder, { recursive: true, force: true });
  const [oldest] = kept;
  if (oldest) await removeOldWal(archive, oldest.firstWal);
}

async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) await syncOne(path.join(entry.parentPath, entry.name));
  }
  await syncOne(folder);
}

async function syncOne(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
