import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

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

/** What every connection has. */
export const clientOptions = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  // A line that is cut without a word is noticed while nothing is sent; Node repeats it each second.
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.ClientConfig;

/** Opens a pool on `url`; connects lazily, so this never fails for a database that is away. */
export function openStore({
  url,
  connectionsMax = 10,
  applicationName = "counterfoil",
  statementMs = 30_000,
  connectMs = 5_000,
}: OpenStoreOptions): Store {
  const pool = new pg.Pool({
    ...clientOptions,
    connectionString: url,
    max: connectionsMax,
    application_name: applicationName,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 60_000,
  });
  // An idle connection that the server ends (restart) must not end the process; the next query gets a new one.
  pool.on("error", () => {});
  // One that is in use reports it twice: by the query, which is heard, and by itself.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return { db: drizzle(pool), pool, url, close: () => pool.end() };
}
