import { loadSettings, type Settings } from "#lib/app/settings/settings.ts";
import { migrateStore } from "#lib/db/migrate/migrate-store.ts";
import { type PlannedMigration, planMigrations, verifyMigrations } from "#lib/db/migrate/migration-plan.ts";
import {
  DatabaseAwayError,
  describeDatabase,
  isWithoutDatabase,
  type OpenDatabase,
  openOwnedDatabase,
} from "./support/open-database.ts";
import { problemLines } from "./support/problem-lines.ts";
import { endForHelp } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";

type Command = (database: OpenDatabase, settings: Settings) => Promise<number>;

const commands: Readonly<Record<string, Command>> = {
  async plan(database) {
    const pending = await planMigrations(database);
    for (const migration of pending) say(describe(migration));
    say(pending.length === 0 ? "Nothing is pending." : `${pending.length} pending; npm run migrate -- apply applies them.`);
    return 0;
  },
  async apply(database, settings) {
    const pending = await planMigrations(database);
    await migrateStore(database, { log: say, workerUrl: settings.databaseUrl });
    for (const { name } of pending) say(`${name}: applied`);
    say(`${describeDatabase(ownedBy(settings))} is up to date.`.replace(/^./, (letter) => letter.toUpperCase()));
    return 0;
  },
  async verify(database) {
    const faults = await verifyMigrations(database);
    for (const fault of faults) printProblem(fault);
    if (faults.length === 0) say("The database is what the migrations of this version make.");
    return faults.length === 0 ? 0 : 1;
  },
};

/** Only `apply` makes a database: the others would answer for another one than is meant. */
function requireDatabase(name: string, settings: Settings): void {
  if (name === "apply" || !isWithoutDatabase(settings)) return;
  const place = describeDatabase(settings);
  throw new DatabaseAwayError(`There is no database yet, neither DATABASE_URL nor ${place}; is COUNTERFOIL_ENV_FILE missing?`);
}

const ownedBy = ({ dataDir, databaseUrl, migrateDatabaseUrl }: Settings) => ({
  dataDir,
  databaseUrl: migrateDatabaseUrl ?? databaseUrl,
});

function describe({ name, steps, buildsIndexes }: PlannedMigration): string {
  return `${name}: ${steps} ${steps === 1 ? "step" : "steps"}, ${buildsIndexes ? "indexes built while the tables are in use" : "one transaction"}`;
}

const usage = `Usage: npm run migrate -- ${Object.keys(commands).join(" | ")}`;

async function main([name = "", ...rest]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || rest.length > 0) {
    printProblem(usage);
    return 1;
  }
  try {
    const settings = loadSettings();
    requireDatabase(name, settings);
    const database = await openOwnedDatabase(settings);
    try {
      return await command(database, settings);
    } finally {
      await database.close();
    }
  } catch (error) {
    for (const line of problemLines(error)) printProblem(line);
    return 1;
  }
}

endForHelp(usage);
process.exitCode = await main(process.argv.slice(2));
