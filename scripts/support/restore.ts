import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { readKeysFrom } from "#lib/app/settings/keys-file.ts";
import { loadSettings, type Settings } from "#lib/app/settings/settings.ts";
import { BackupError } from "#lib/db/backup/backup-error.ts";
import { countRows } from "#lib/db/backup/manifest.ts";
import { restoreBackup } from "#lib/db/backup/restore-backup.ts";
import { findUnfinished } from "#lib/db/backup/unfinished-restore.ts";
import { finishedPrefix } from "#lib/db/backup/write-backup.ts";
import { withClient } from "#lib/db/connection/with-client.ts";
import { migrateStore } from "#lib/db/migrate/migrate-store.ts";
import { basePrefix } from "#tools/embedded-postgres/archive.ts";
import { clusterFolder, homeFolder } from "#tools/embedded-postgres/home.ts";
import { recoverCluster } from "#tools/embedded-postgres/recover-cluster.ts";
import { unrecoveredFile } from "#tools/embedded-postgres/unrecovered.ts";
import { copyCluster, createSealer } from "./back-up.ts";
import { fenceRecovered, markRecovered } from "./fence-recovered.ts";
import { finishRestore } from "./finish-restore.ts";
import { openDatabase, openOwnedDatabase } from "./open-database.ts";
import { requireJournals } from "./require-journals.ts";
import { say } from "./say.ts";

type RestoreFlags = {
  /** Undefined: other tools have recovered the database. */
  from: string | undefined;
  until: string | undefined;
  keysFrom: string | undefined;
  /** The journal folders of all machines. */
  journal: readonly string[];
};

/** Restores a backup into the configured database, which must be empty, and makes it safe to serve. Returns the exit code. */
export async function restore({ from, until, keysFrom, journal }: RestoreFlags): Promise<number> {
  const end = until === undefined ? undefined : parseTime(until);
  const journalFolders = journal.map((name) => path.resolve(name));
  await requireJournals(journalFolders);
  if (from === undefined) return fenceRecovered({ until: end, journalFolders });
  const folder = path.resolve(from);
  const names = await readdir(folder).catch(() => {
    throw new BackupError(`--from ${folder} cannot be read; name the folder of a backup.`);
  });
  if (keysFrom !== undefined) {
    readKeysFrom({ dataDir: path.resolve(process.env.DATA_DIR || ".data"), file: path.resolve(keysFrom) });
  }
  const settings = loadSettings();
  if (names.some((name) => name.startsWith(basePrefix))) return restoreArchive({ settings, journalFolders }, folder, end);
  if (end) {
    throw new BackupError("--until needs an archive of the embedded database (WAL_ARCHIVE_DIR); a backup is as of one moment.");
  }
  return restoreRows({ settings, journalFolders }, findNewest(folder, names));
}

type Target = { settings: Settings; journalFolders: readonly string[] };

async function restoreRows({ settings, journalFolders }: Target, folder: string): Promise<number> {
  const database = await openOwnedDatabase(settings);
  try {
    const manifest = await restoreBackup({
      url: database.url,
      folder,
      sealer: createSealer(settings),
      keyIds: settings.vaultKeys.map(({ id }) => id),
      isToServe: true,
      workerUrl: settings.databaseUrl,
      log: say,
    });
    say(`${countRows(manifest)} rows of ${manifest.tables.length} tables are back as of ${manifest.takenAt}.`);
    return await finish({ url: database.url, settings, auditHead: manifest.auditHead, journalFolders });
  } finally {
    await database.close();
  }
}

/** The embedded database as of a moment, from a copy of its cluster and its write-ahead log. */
async function restoreArchive(
  { settings, journalFolders }: Target,
  archiveDir: string,
  until: Date | undefined,
): Promise<number> {
  if (settings.databaseUrl !== undefined) {
    throw new BackupError(
      `${archiveDir} is an archive of the embedded database, but DATABASE_URL is set; unset it for this command.`,
    );
  }
  if (!(await isRecovered(settings, archiveDir))) {
    await recoverCluster({
      dataDir: settings.dataDir,
      archiveDir,
      until,
      log: say,
      mark: (url) =>
        withClient({ connectionString: url, query_timeout: 30_000 }, (client) =>
          markRecovered(client, { id: archiveDir, until }),
        ),
    });
  }
  const database = await openDatabase(settings);
  try {
    await migrateStore(database, { log: say });
    say(`The database is back as of ${until?.toISOString() ?? "the end of the archive"}.`);
    return await finish({ url: database.url, settings, auditHead: null, journalFolders });
  } finally {
    await database.close();
  }
}

/** Whether an interrupted restore from there came as far as its rows. */
async function isRecovered(settings: Settings, archiveDir: string): Promise<boolean> {
  const cluster = clusterFolder(homeFolder(settings.dataDir));
  if (!existsSync(cluster) || existsSync(unrecoveredFile(cluster))) return false;
  const database = await openDatabase(settings);
  try {
    const unfinished = await withClient({ connectionString: database.url, query_timeout: 30_000 }, findUnfinished);
    return unfinished?.id === archiveDir;
  } finally {
    await database.close();
  }
}

async function finish(restored: Parameters<typeof finishRestore>[0]): Promise<number> {
  const code = await finishRestore(restored);
  await copyCluster(restored.settings, restored.url);
  return code;
}

/** Of a folder with several backups; otherwise the folder itself. */
export function findNewest(folder: string, names: readonly string[]): string {
  const newest = names
    .filter((name) => name.startsWith(finishedPrefix))
    .sort()
    .at(-1);
  return newest === undefined ? folder : path.join(folder, newest);
}

function parseTime(text: string): Date {
  const isWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isWithZone && !Number.isNaN(Date.parse(text))) return new Date(text);
  throw new BackupError("--until is a time with its zone, as in 2026-03-04T11:20:05Z or 2026-03-04T13:20:05+02:00.");
}
