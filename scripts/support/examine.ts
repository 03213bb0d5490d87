import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { checkArchive } from "#lib/app/doctor/check-archive.ts";
import { checkServer } from "#lib/app/doctor/check-database.ts";
import { checkBackup, checkDataFolder, checkJournal, checkSettings } from "#lib/app/doctor/check-machine.ts";
import { checkPooler } from "#lib/app/doctor/check-pooler.ts";
import { checkStandby } from "#lib/app/doctor/check-standby.ts";
import { type Finding, fault, ok, warning } from "#lib/app/doctor/finding.ts";
import { opensDatabase } from "#lib/app/open-vault.ts";
import type { Settings } from "#lib/app/settings/settings.ts";
import { findLastBackup } from "#lib/db/backup/last-backup.ts";
import { connectionOptions } from "#lib/db/connection/bounded-client.ts";
import { verifyMigrations } from "#lib/db/migrate/migration-plan.ts";
import { SchemaVersionError } from "#lib/db/migrate/schema-version.ts";
import { isWithoutDatabase, openDirectDatabase } from "./open-database.ts";

/** Checks in the order in which they depend on each other; asks no gateway and changes nothing. */
export async function* examine(settings: Settings): AsyncGenerator<Finding> {
  yield* checkSettings(settings, process.env);
  yield* await checkDataFolder(settings);
  yield* checkJournal(settings);
  if (isWithoutDatabase(settings)) {
    return yield warning("database", "There is none yet; npm start makes the embedded one.");
  }
  const database = await openDirectDatabase(settings);
  const client = new pg.Client({ ...connectionOptions, connectionString: database.url, query_timeout: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    yield* await checkServer(client, settings);
    yield* await checkStandby(client);
    yield* await checkArchive(client, settings);
    if (settings.databaseUrl) yield* await checkPooler(client, settings.databaseUrl, settings);
    const schema = await checkSchema(database.url);
    yield* schema;
    yield (await opensDatabase(client, settings.vaultKeys))
      ? ok("keys", "VAULT_KEYS open this database.")
      : fault("keys", "VAULT_KEYS do not open this database; put back the keys it was made with.");
    if (schema.every(({ level }) => level === "ok")) {
      yield* checkBackup(settings, { last: await findLastBackup(drizzle({ client })), now: new Date() });
    }
  } finally {
    await client.end().catch(() => {});
    await database.close();
  }
}

async function checkSchema(url: string): Promise<Finding[]> {
  try {
    const faults = await verifyMigrations({ url });
    if (faults.length === 0) return [ok("schema", "The tables are what this version makes.")];
    return faults.map((text) => fault("schema", text));
  } catch (error) {
    if (error instanceof SchemaVersionError) return [fault("schema", error.message)];
    throw error;
  }
}
