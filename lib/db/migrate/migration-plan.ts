import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { requireRestored } from "../backup/unfinished-restore.ts";
import type { Store } from "../connection/open-store.ts";
import { withClient } from "../connection/with-client.ts";
import { isJobSchemaPending } from "./job-schema.ts";
import { isIndexStep } from "./migrate-indexes.ts";
import { type MigrateOptions, migrateStore, migrationsFolder } from "./migrate-store.ts";
import { readApplied, SchemaVersionError, verifySchemaVersion } from "./schema-version.ts";

/** How a start treats pending migrations: applies them, or refuses to serve. */
export type MigrateMode = "auto" | "check";

/** `buildsIndexes` while the table is in use; any other migration is one transaction. */
export type PlannedMigration = { name: string; steps: number; buildsIndexes: boolean };

const insufficientPrivilege = "42501";

type Options = Pick<MigrateOptions, "folder">;
type Database = Pick<Store, "url"> & Partial<Pick<Store, "directUrl">>;

/**
 * Brings the schema to the version of this program, or throws SchemaVersionError where a start must not do so. Throws
 * RestoreUnfinishedError for a database that is not restored to its end. `migrateUrl`: of the role that owns the schema.
 */
export async function prepareSchema(
  store: Database,
  mode: MigrateMode,
  { migrateUrl, ...options }: MigrateOptions & { migrateUrl?: string | undefined } = {},
): Promise<void> {
  const migrate = () => migrateStore({ url: migrateUrl ?? store.directUrl ?? store.url }, { ...options, workerUrl: store.url });
  await (mode === "auto" ? migrate().catch(refuseWithoutRights) : requireMigrated(store, options));
  await withClient(toOptions(store), requireRestored);
}

/** The migrations that `migrateStore` would apply. Throws SchemaVersionError for the database of another version. */
export function planMigrations(store: Database, { folder = migrationsFolder }: Options = {}): Promise<PlannedMigration[]> {
  return withClient(toOptions(store), (client) => listPending(client, folder));
}

function refuseWithoutRights(cause: unknown): never {
  if (!(cause instanceof pg.DatabaseError && cause.code === insufficientPrivilege)) throw cause;
  throw new SchemaVersionError(
    "Migrations are pending, and the role of this database address may not change the schema: " +
      "run npm run migrate -- apply with MIGRATE_DATABASE_URL, then start again.",
    { cause },
  );
}

async function requireMigrated(store: Database, options: Options): Promise<void> {
  const pending = await planMigrations(store, options);
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => name).join(", ");
  throw new SchemaVersionError(
    `The database lacks ${pending.length} migrations of this version (${names}), and MIGRATE is check: ` +
      "run npm run migrate -- apply, then start again.",
  );
}

/**
 * One line for each way in which the database differs from what this program's migrations make: pending migrations,
 * files that were changed after they were applied, missing tables and columns, unfinished indexes. Changes nothing.
 */
export function verifyMigrations(store: Database, { folder = migrationsFolder }: Options = {}): Promise<string[]> {
  return withClient(toOptions(store), async (client) => {
    const pending = await listPending(client, folder);
    const faults = pending.map(({ name }) => `${name} is pending; run npm run migrate -- apply.`);
    faults.push(...(await listChanged(client, folder)));
    if (pending.length === 0) faults.push(...(await listMissing(client, folder)));
    const { rows: unfinished } = await client.query<{ name: string }>(
      `select relname as name from pg_index join pg_class on oid = indexrelid
       where not indisvalid and relnamespace = 'public'::regnamespace order by relname`,
    );
    faults.push(...unfinished.map(({ name }) => `The index ${name} is not finished; drop it and build it again.`));
    return faults;
  });
}

async function listPending(client: pg.Client, folder: string): Promise<PlannedMigration[]> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  await verifySchemaVersion(client, migrations);
  const [applied, names] = [await readApplied(client), readNames(folder)];
  const pending = migrations.flatMap(({ sql, folderMillis }, index) => {
    if (applied.includes(folderMillis)) return [];
    const steps = sql.filter((step) => step.trim() !== "");
    return [{ name: names[index] ?? String(folderMillis), steps: steps.length, buildsIndexes: steps.some(isIndexStep) }];
  });
  if (await isJobSchemaPending(client)) pending.push({ name: "job_queue", steps: 1, buildsIndexes: false });
  return pending;
}

async function listChanged(client: pg.Client, folder: string): Promise<string[]> {
  const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (tables[0]?.name === null) return [];
  const { rows } = await client.query("select hash, created_at from drizzle.__drizzle_migrations");
  const hashes = new Map(rows.map(({ hash, created_at }) => [Number(created_at), hash]));
  const names = readNames(folder);
  return readMigrationFiles({ migrationsFolder: folder }).flatMap(({ hash, folderMillis }, index) => {
    const applied = hashes.get(folderMillis);
    if (applied === undefined || applied === hash) return [];
    return [`${names[index]} was changed after it was applied; put its file back, and change the schema in a new migration.`];
  });
}

type Snapshot = { tables: Record<string, { name: string; columns: Record<string, { name: string }> }> };

/** Compares with the snapshot that drizzle-kit keeps of the newest migration. */
async function listMissing(client: pg.Client, folder: string): Promise<string[]> {
  const file = path.join(folder, "meta", `${readNames(folder).at(-1)?.slice(0, 4)}_snapshot.json`);
  if (!existsSync(file)) return [];
  const { tables } = JSON.parse(readFileSync(file, "utf8")) as Snapshot;
  const { rows } = await client.query<{ place: string }>(
    "select table_name || '.' || column_name as place from information_schema.columns where table_schema = 'public'",
  );
  const present = new Set(rows.map(({ place }) => place));
  const wanted = Object.values(tables).flatMap(({ name, columns }) =>
    Object.values(columns).map((column) => `${name}.${column.name}`),
  );
  return wanted
    .filter((place) => !present.has(place))
    .map((place) => `${place} is missing: somebody changed the schema by hand.`);
}

function readNames(folder: string): string[] {
  const journal = JSON.parse(readFileSync(path.join(folder, "meta", "_journal.json"), "utf8")) as { entries: { tag: string }[] };
  return journal.entries.map(({ tag }) => tag);
}

function toOptions({ url }: Database): pg.ClientConfig {
  return { connectionString: url, application_name: "counterfoil migrate", query_timeout: 30_000 };
}
