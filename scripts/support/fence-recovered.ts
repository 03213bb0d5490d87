import type pg from "pg";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { BackupError } from "#lib/db/backup/backup-error.ts";
import { findUnfinished, markUnfinished } from "#lib/db/backup/unfinished-restore.ts";
import { ownPrograms } from "#lib/db/connection/own-programs.ts";
import { withClient } from "#lib/db/connection/with-client.ts";
import { migrateStore } from "#lib/db/migrate/migrate-store.ts";
import { finishRestore } from "./finish-restore.ts";
import { openOwnedDatabase } from "./open-database.ts";
import { say } from "./say.ts";

/** Of a database that other tools recovered. */
const recoveredId = "recovered";

type Recovered = { until: Date | undefined; journalFolders: readonly string[] };

/**
 * Makes the database of DATABASE_URL, which the server's own tools recovered to a moment, safe to serve. Throws BackupError, and
 * changes nothing, while it is used or still recovering. Interrupted, it can be called again. Returns the exit code.
 */
export async function fenceRecovered({ until, journalFolders }: Recovered): Promise<number> {
  const settings = loadSettings();
  if (settings.databaseUrl === undefined) {
    throw new BackupError("--recovered is for the database of DATABASE_URL; the embedded one is restored with --from.");
  }
  const database = await openOwnedDatabase(settings);
  try {
    await withClient({ connectionString: database.url, query_timeout: 30_000 }, async (client) => {
      await requireQuiet(client);
      const unfinished = await findUnfinished(client);
      if (!unfinished) await markRecovered(client, { id: recoveredId, until });
      else if (unfinished.id !== recoveredId) {
        throw new BackupError("Another restore into this database was interrupted: run npm run restore again with its flags.");
      }
    });
    await migrateStore(database, { log: say, workerUrl: settings.databaseUrl });
    return await finishRestore({ url: database.url, settings, auditHead: null, journalFolders });
  } finally {
    await database.close();
  }
}

/** Until it is cleared, no process serves the database. */
export async function markRecovered(client: pg.Client, { id, until }: { id: string; until: Date | undefined }): Promise<void> {
  const { rows } = await client.query<{ now: Date; last: Date | null }>(
    "select clock_timestamp() as now, max(at) as last from audit",
  );
  const [{ now, last } = { now: new Date(), last: null }] = rows;
  // Without a moment of our own, the newest entry is one that is surely in the database.
  const takenAt = (until ?? last ?? now).toISOString();
  await markUnfinished(client, { id, takenAt, restoredAt: now.toISOString() });
}

/** It is recovered, holds an installation, and no process works with it. */
async function requireQuiet(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isRecovering: boolean; isOurs: boolean; used: number }>(
    `select pg_is_in_recovery() as "isRecovering", to_regclass('setting') is not null as "isOurs",
       (select count(*)::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name ~ $1) as used`,
    [ownPrograms],
  );
  const [facts] = rows;
  if (facts?.isRecovering) throw new BackupError("The database is still recovering: promote its server, then run this again.");
  if (!facts?.isOurs) throw new BackupError("The database of DATABASE_URL holds no installation.");
  if (facts.used === 0) return;
  throw new BackupError(`Processes use the database (${facts.used} connections) and it was not changed: stop them all first.`);
}
