import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import type { Store } from "../connection/open-store.ts";
import { isPooled, limitPooledRole } from "../connection/session-settings.ts";
import { withClient } from "../connection/with-client.ts";
import { prepareJobSchema } from "./job-schema.ts";
import { buildIndexes, isIndexStep } from "./migrate-indexes.ts";
import { PooledMigrationError, readApplied, verifySchemaVersion } from "./schema-version.ts";
import { grantWork } from "./worker-role.ts";

// In Next's bundles import.meta.dirname is not this folder, so it is found from the project root.
export const migrationsFolder = path.join(process.cwd(), "lib", "db", "migrations");

export type MigrateOptions = {
  folder?: string;
  log?: (message: string) => void;
  /** Applies these migrations only, which a restore does for the schema of the backup. */
  only?: readonly number[];
  /** Of the role that serves, when it is another one than migrates: it is given what it needs. */
  workerUrl?: string | undefined;
};

const migrationLock = 4_242_001;
/** How long others may wait behind a migration that waits for a table. */
const lockTimeout = "300ms";
const retryMs = 250;
const lockNotAvailable = "55P03";
const printEvery = 20;

/** Overrides the operator's limits; keep-alive frees the lock of a process that disappeared within half a minute. */
const sessionSettings = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '${lockTimeout}';
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

/**
 * Migrates the schema to the current version, however long it takes; several processes may call it at once: one
 * migrates and the others wait. Each migration is one transaction, or index steps that each run outside one. Throws
 * SchemaVersionError, and changes nothing, for the database of another version, and PooledMigrationError behind a pooler.
 */
export function migrateStore(
  { url }: Pick<Store, "url">,
  { folder = migrationsFolder, log = () => {}, only, workerUrl }: MigrateOptions = {},
): Promise<void> {
  return withClient({ connectionString: url, application_name: "counterfoil migrate" }, async (client) => {
    if (await isPooled(client)) throw new PooledMigrationError();
    await client.query(sessionSettings);
    await acquireLock(client, log);
    const migrations = readMigrationFiles({ migrationsFolder: folder });
    await verifySchemaVersion(client, migrations);
    const applied = await readApplied(client);
    const isPending = ({ folderMillis }: MigrationMeta) =>
      !applied.includes(folderMillis) && (only === undefined || only.includes(folderMillis));
    for (const migration of migrations.filter(isPending)) {
      const steps = migration.sql.filter((step) => step.trim() !== "");
      if (steps.some(isIndexStep)) await buildIndexes(client, steps, (work) => withLockRetries(work, log));
      await withLockRetries(() => applyMigration(client, { ...migration, sql: steps.filter((step) => !isIndexStep(step)) }), log);
    }
    if (only === undefined) await withLockRetries(() => prepareJobSchema(client), log);
    if (only === undefined && workerUrl !== undefined && workerUrl !== url) {
      await withLockRetries(() => grantWork(client, workerUrl), log);
      await limitPooledRole(workerUrl);
    }
  });
}

/** Polls instead of waiting inside a statement, whose snapshot CREATE INDEX CONCURRENTLY would wait for. */
async function acquireLock(client: pg.Client, log: (message: string) => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as taken", [migrationLock]);
    if (rows[0]?.taken) return;
    if (tries === 0) log("Another process is migrating the database; waiting for it …");
    await sleep(retryMs);
  }
}

/** A waiting DDL statement blocks all later users of the table: `lock_timeout` lets them go first, then it is retried. */
async function withLockRetries(work: () => Promise<void>, log: (message: string) => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof pg.DatabaseError && cause.code === lockNotAvailable)) throw cause;
      if (tries % printEvery === 0) log("A migration waits for a table that another session uses …");
      await sleep(retryMs);
    }
  }
}

async function applyMigration(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query("begin");
  try {
    for (const step of sql) await client.query(step);
    await recordMigration(client, { hash, folderMillis });
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback").catch(() => {});
    throw cause;
  }
}

/** Uses the table of drizzle's own migrator. */
async function recordMigration(client: pg.Client, { hash, folderMillis }: Pick<MigrationMeta, "hash" | "folderMillis">) {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, folderMillis]);
}
