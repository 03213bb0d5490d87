import { mkdir, realpath, rename } from "node:fs/promises";
import path from "node:path";
import { readBuild } from "#lib/app/metrics/read-build.ts";
import { opensDatabase, openVault } from "#lib/app/open-vault.ts";
import { isBelow, writeKeysTo } from "#lib/app/settings/keys-file.ts";
import { loadSettings, type Settings } from "#lib/app/settings/settings.ts";
import { BackupError } from "#lib/db/backup/backup-error.ts";
import { recordBackup } from "#lib/db/backup/last-backup.ts";
import { countRows } from "#lib/db/backup/manifest.ts";
import { type Backup, unfinishedPrefix, writeBackup } from "#lib/db/backup/write-backup.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { withClient } from "#lib/db/connection/with-client.ts";
import { VaultError } from "#lib/vault/aead.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault, type Vault } from "#lib/vault/vault.ts";
import { archiveIn } from "#tools/embedded-postgres/archive.ts";
import { takeBaseBackup } from "#tools/embedded-postgres/base-backup.ts";
import { clusterFolder, homeFolder } from "#tools/embedded-postgres/home.ts";
import { removeUnfinished } from "#tools/embedded-postgres/unfinished.ts";
import { openDirectDatabase } from "./open-database.ts";
import { problemLines } from "./problem-lines.ts";
import { printProblem, say } from "./say.ts";
import { verifyBackup } from "./verify-backup.ts";
import { type Defer, withCleanup } from "./with-cleanup.ts";

const differsPrefix = "differs-";

type BackUpOptions = { to: string; keysTo: string | undefined; isToVerify: boolean };

/** Writes a backup of the configured database and says where it is. */
export async function backUp({ to, keysTo, isToVerify }: BackUpOptions): Promise<void> {
  const settings = loadSettings();
  const folder = path.resolve(to);
  keepKeys(settings, { folder, keysTo: keysTo === undefined ? undefined : path.resolve(keysTo) });
  await withCleanup(async (defer) => {
    const database = await openDirectDatabase(settings);
    defer(() => database.close());
    await requireOwnKeys(database.url, settings);
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
    await removeUnfinished(folder, unfinishedPrefix).catch(() => {});
    const backup = await writeBackup({
      url: database.url,
      to: folder,
      sealer: createSealer(settings),
      keyIds: settings.vaultKeys.map(({ id }) => id),
      program: readBuild().version,
    });
    say(describe(backup));
    await copyCluster(settings, database.url);
    if (isToVerify) await verify(settings, backup, defer);
    await record(settings, { url: database.url, backup });
  });
}

/** Seals and opens backups. It needs no database, and so no secret of one. */
export function createSealer({ vaultKeys }: Pick<Settings, "vaultKeys">): Vault {
  return createVault({ wrappers: vaultKeys.map(createLocalWrapper), hashSecret: Buffer.alloc(0) });
}

function keepKeys(settings: Settings, { folder, keysTo }: { folder: string; keysTo: string | undefined }): void {
  const { dataDir, hasGeneratedKeys } = settings;
  if (keysTo !== undefined && !hasGeneratedKeys) {
    throw new BackupError("--keys-to is for generated keys; VAULT_KEYS is set, so store a copy of it apart from the backups.");
  }
  if (keysTo !== undefined && isBelow(keysTo, folder)) {
    throw new BackupError(`--keys-to ${keysTo} lies beside the backups, which it opens; name a file elsewhere.`);
  }
  if (keysTo !== undefined) writeKeysTo({ dataDir, file: keysTo });
  else if (hasGeneratedKeys) {
    throw new BackupError(
      `The keys are only in ${path.join(dataDir, "keys.json")}, and without them no backup opens: ` +
        "write them elsewhere with --keys-to FILE, or set VAULT_KEYS and SESSION_KEYS.",
    );
  }
}

async function requireOwnKeys(url: string, { vaultKeys }: Settings): Promise<void> {
  const isOwn = await withClient({ connectionString: url, query_timeout: 30_000 }, (client) => opensDatabase(client, vaultKeys));
  if (isOwn) return;
  throw new VaultError("VAULT_KEYS: these keys do not open this database. Put back the keys it was made with.");
}

/** The embedded database also gets a new copy in its archive, from which `restore -- --until` begins. */
export async function copyCluster({ databaseUrl, dataDir, walArchiveDir }: Settings, url: string): Promise<void> {
  if (databaseUrl !== undefined || walArchiveDir === undefined) return;
  const cluster = clusterFolder(await realpath(homeFolder(dataDir)));
  const { folder, endedAt } = await takeBaseBackup({ url, cluster, archive: archiveIn(walArchiveDir) });
  say(`${folder}: from here npm run restore -- --until TIME reaches any moment after ${endedAt.toISOString()}.`);
}

/** The backup is good without it, as that of a standby, which takes no row. */
async function record({ vaultKeys }: Settings, { url, backup }: { url: string; backup: Backup }): Promise<void> {
  const store = openStore({ url, connectionsMax: 1, applicationName: "npm run backup" });
  try {
    await recordBackup({ db: store.db, vault: await openVault(store, vaultKeys) }, backup);
  } catch (cause) {
    printProblem("The backup is whole, but the audit log could not take it, so alerts and npm run doctor do not know of it:");
    for (const line of problemLines(cause)) printProblem(line);
  } finally {
    await store.close();
  }
}

function describe({ folder, manifest }: Backup): string {
  return `${folder}: ${countRows(manifest)} rows of ${manifest.tables.length} tables as of ${manifest.takenAt}.`;
}

/** As the newest it would be the one that is restored, so a backup with differences loses its name. */
export async function requireSame(folder: string, differences: readonly string[]): Promise<void> {
  if (differences.length === 0) return;
  const aside = path.join(path.dirname(folder), `${differsPrefix}${path.basename(folder)}`);
  await rename(folder, aside);
  throw new BackupError(`The backup is not what was saved, and is now ${aside}: ${differences.join("; ")}. Make another.`);
}

async function verify(settings: Settings, { folder, manifest }: Backup, defer: Defer): Promise<void> {
  const sealed = { folder, sealer: createSealer(settings), keyIds: settings.vaultKeys.map(({ id }) => id) };
  const differences = await verifyBackup(sealed, defer);
  await requireSame(folder, differences);
  say(`Restored into an empty database: ${manifest.tables.length} tables have the same rows.`);
}
