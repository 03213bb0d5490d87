import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { withClient } from "../connection/with-client.ts";
import { migrateStore, migrationsFolder } from "../migrate/migrate-store.ts";
import { readApplied } from "../migrate/schema-version.ts";
import { BackupError } from "./backup-error.ts";
import { copySettings } from "./copy-rows.ts";
import { listTables } from "./list-tables.ts";
import { loadRows } from "./load-rows.ts";
import { type Manifest, openManifest } from "./manifest.ts";
import type { Sealer } from "./sealed-file.ts";
import { findUnfinished, markUnfinished } from "./unfinished-restore.ts";

export type RestoreOptions = {
  url: string;
  /** Of one backup. */
  folder: string;
  sealer: Sealer;
  keyIds: readonly string[];
  /** Whether the database will be served: it is then marked until its fence is up. */
  isToServe: boolean;
  /** Of the role that serves, when it is another one than restores. */
  workerUrl?: string | undefined;
  log?: (message: string) => void;
};

/**
 * Loads a backup into an empty database, in the schema of its time and in one transaction, then migrates to the schema of
 * this program. Interrupted, it can be called again. Throws BackupError, and loads nothing, when a file is damaged, a key is
 * missing, the database holds rows, or the backup is of a newer version.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { url, folder, sealer, keyIds, workerUrl, log = () => {} } = options;
  const manifest = await openManifest(folder, sealer, keyIds);
  requireKnown(manifest);
  await withClient({ connectionString: url, application_name: "counterfoil restore" }, async (client) => {
    await client.query(copySettings);
    const unfinished = await findUnfinished(client);
    if (unfinished?.id !== manifest.id || !options.isToServe) {
      await requireEmpty(client);
      await migrateStore({ url }, { log, only: manifest.migrations });
      await load(client, manifest, options);
      await client.query("analyze");
    }
    if (options.isToServe) await migrateStore({ url }, { log, workerUrl });
  });
  return manifest;
}

function requireKnown({ migrations, program }: Manifest): void {
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  const unknown = migrations.filter((appliedMs) => !known.includes(appliedMs));
  if (unknown.length === 0) return;
  const isNewer = Math.max(...unknown) > Math.max(...known);
  throw new BackupError(
    isNewer
      ? `This backup was made by a newer version (${program}); restore it with that version or a later one.`
      : `This backup was made by an earlier version (${program}) that this one cannot upgrade; restore it with that version.`,
  );
}

async function load(client: pg.Client, manifest: Manifest, { folder, sealer, isToServe, log }: RestoreOptions): Promise<void> {
  await client.query("begin");
  try {
    await loadRows(client, { manifest, folder, sealer, requireEmpty: () => requireEmpty(client), log });
    if (isToServe)
      await markUnfinished(client, { id: manifest.id, takenAt: manifest.takenAt, restoredAt: await readNow(client) });
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback").catch(() => {});
    throw cause;
  }
}

async function readNow(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now");
  return (rows[0]?.now ?? new Date(Number.NaN)).toISOString();
}

/** Empty is a database without tables, or with ours and no row in any of them. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const tables = await listTables(client);
  const isOurs = (await readApplied(client)).length > 0;
  const taken: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query(`select exists (select from ${client.escapeIdentifier(name)}) as "hasRows"`);
    if (rows[0]?.hasRows || !isOurs) taken.push(name);
  }
  if (taken.length === 0) return;
  const shown = taken.length > 3 ? `${taken.slice(0, 3).join(", ")} and ${taken.length - 3} more` : taken.join(", ");
  throw new BackupError(
    `The database is not empty (it has ${shown}) and was not changed. Set DATABASE_URL to an empty database or, ` +
      "where it is not set, stop all processes and move $DATA_DIR/postgres (.data/postgres) away.",
  );
}
