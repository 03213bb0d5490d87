import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { migrationsFolder } from "./migrations-folder.ts";
import { verifySchemaVersion } from "./schema-version.ts";

/** The database as every query file takes it: drizzle over a pool, or inside a transaction. */
export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Queryable = NodePgDatabase | Transaction;

/** One PostgreSQL, its pool and the wish to end it. Embedded and server databases look alike from here. */
export type Store = { db: Database; pool: pg.Pool; url: string; close(): Promise<void> };

// bigint columns (gateway ids, minor units) fit a JavaScript number by contract (house.md 6: safe integers).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type OpenStoreOptions = {
  url: string;
  connectionsMax?: number;
  applicationName?: string;
  /** How long a statement may take. */
  statementMs?: number;
  /** How long to wait for a connection. */
  connectMs?: number;
};

/** Opens a pool on `url`; connects lazily, so this never fails for a database that is away. */
export function openStore({
  url,
  connectionsMax = 10,
  applicationName = "counterfoil",
  statementMs = 30_000,
  connectMs = 5_000,
}: OpenStoreOptions): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: applicationName,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  // An idle connection that the server ends (restart) must not end the process; the next query gets a new one.
  pool.on("error", () => {});
  // One that is in use reports it twice: by the query, which is heard, and by itself.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return { db: drizzle(pool), pool, url, close: () => pool.end() };
}

const migrationLock = 4_242_001;

/**
 * Brings the schema up to date; several processes may call it at once, one migrates and the others wait. Throws
 * SchemaVersionError, and changes nothing, for the database of another version.
 */
export async function migrateStore(store: Store): Promise<void> {
  const client = await store.pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await verifySchemaVersion(client);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => {});
    client.release();
  }
}
