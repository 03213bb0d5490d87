import { existsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { checkServer } from "#lib/app/doctor/check-database.ts";
import { checkDataFolder, checkJournal, checkSettings } from "#lib/app/doctor/check-machine.ts";
import { type Finding, fault, ok, warning } from "#lib/app/doctor/finding.ts";
import { opensDatabase } from "#lib/app/open-vault.ts";
import { loadSettings, type Settings } from "#lib/app/settings/settings.ts";
import { connectionOptions } from "#lib/db/connection/bounded-client.ts";
import { verifyMigrations } from "#lib/db/migrate/migration-plan.ts";
import { SchemaVersionError } from "#lib/db/migrate/schema-version.ts";
import { openDatabase } from "./support/open-database.ts";
import { problemLines } from "./support/problem-lines.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";

const widestArea = 12;

/** Checks in the order in which they depend on each other; asks no gateway and changes nothing. */
async function* examine(settings: Settings): AsyncGenerator<Finding> {
  yield* checkSettings(settings);
  yield* await checkDataFolder(settings);
  yield* checkJournal(settings);
  if (!settings.databaseUrl && !existsSync(path.join(settings.dataDir, "postgres"))) {
    return yield warning("database", "There is none yet; npm start makes the embedded one.");
  }
  const database = await openDatabase(settings);
  const client = new pg.Client({ ...connectionOptions, connectionString: database.url, query_timeout: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    yield* await checkServer(client, settings);
    yield* await checkSchema(database.url);
    yield (await opensDatabase(client, settings.vaultKeys))
      ? ok("keys", "VAULT_KEYS open this database.")
      : fault("keys", "VAULT_KEYS do not open this database; put back the keys it was made with.");
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

function print({ area, level, text }: Finding): void {
  const mark = level === "ok" ? "ok     " : level === "warning" ? "WARNING" : "FAULT  ";
  say(`${mark} ${area.padEnd(widestArea)} ${text}`);
}

async function main(): Promise<number> {
  let faults = 0;
  try {
    for await (const finding of examine(loadSettings())) {
      print(finding);
      if (finding.level === "fault") faults++;
    }
  } catch (error) {
    for (const line of problemLines(error)) printProblem(line);
    return 1;
  }
  say(faults === 0 ? "No fault was found." : `${faults} ${faults === 1 ? "fault" : "faults"} to mend.`);
  return faults === 0 ? 0 : 1;
}

readFlags({});
process.exitCode = await main();
