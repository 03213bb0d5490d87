import type { MigrationMeta } from "drizzle-orm/migrator";
import type { ClientBase } from "pg";

/** The database belongs to another version of this program; the message is one line that says what to do. */
export class SchemaVersionError extends Error {
  override name = "SchemaVersionError";
}

/** The address leads to a pooler, where a lock of a session is left to whoever gets the server's connection next. */
export class PooledMigrationError extends Error {
  override name = "PooledMigrationError";

  constructor() {
    super(
      "Migrations need the server itself, and this address leads to a pooler: set DATABASE_DIRECT_URL, or MIGRATE_DATABASE_URL, to the server.",
    );
  }
}

const fromEarlier =
  "This database was made by an earlier version and cannot be upgraded; nothing in it was changed. " +
  "Set DATABASE_URL to an empty database or, where it is not set, move $DATA_DIR/postgres (.data/postgres) away. " +
  "Then start again and, for gateways of your own, run npm run connect again.";

const fromLater =
  "This database was upgraded by a newer version; nothing in it was changed. Start that version, or use another database.";

/**
 * Throws SchemaVersionError when the database has a migration that this program does not know. Changes nothing. Called
 * at start only: a running process continues while a newer version upgrades the database.
 */
export async function verifySchemaVersion(client: ClientBase, migrations: readonly MigrationMeta[]): Promise<void> {
  const known = migrations.map(({ folderMillis }) => folderMillis);
  const unknown = (await readApplied(client)).filter((appliedMs) => !known.includes(appliedMs));
  if (unknown.length === 0) return;
  throw new SchemaVersionError(Math.min(...unknown) < Math.max(...known) ? fromEarlier : fromLater);
}

/** Drizzle identifies a migration by its generation time. */
export async function readApplied(client: ClientBase): Promise<number[]> {
  const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (tables[0]?.name === null) return [];
  const { rows } = await client.query("select created_at from drizzle.__drizzle_migrations");
  return rows.map((row) => Number(row.created_at));
}
