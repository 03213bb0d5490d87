import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { BoundedClient, connectionOptions } from "./bounded-client.ts";
import { BoundedPool } from "./bounded-pool.ts";
import { withTransaction } from "./client-transaction.ts";
import { pinCommitMode } from "./commit-mode.ts";

/** The database as every query file takes it: drizzle over a pool, or inside a transaction. */
export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Queryable = NodePgDatabase | Transaction;

/** One PostgreSQL, its pool and the wish to end it. Embedded and server databases look alike from here. */
export type Store = { db: Database; pool: BoundedPool; url: string; close(): Promise<void> };

// bigint columns (gateway ids, minor units) fit a JavaScript number by contract: safe integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type OpenStoreOptions = {
  url: string;
  connectionsMax?: number;
  applicationName?: string;
  /** How long a statement may take. */
  statementMs?: number;
  /** How long after that an answer may still be under way; then the database counts as away. */
  answerMs?: number;
  /** How long to wait for a connection. */
  connectMs?: number;
  /** How many may wait for one: the next is refused at once. */
  waitingMax?: number;
};

const closeWithinMs = 3_000;
/** A connection keeps what it has planned (`prepared.ts`), so it stays open through the pauses of a quiet day's work. */
const idleMs = 10 * 60_000;

type Limits = Required<Pick<OpenStoreOptions, "statementMs" | "answerMs" | "connectMs">>;

/** For a pool of connections that commit to the disk, and that end when the database falls silent. */
export function poolOptions({ statementMs, answerMs, connectMs }: Limits): pg.PoolConfig {
  return {
    ...connectionOptions,
    Client: BoundedClient,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + answerMs,
    idle_in_transaction_session_timeout: 60_000,
    onConnect: pinCommitMode,
  };
}

/** Opens a pool on `url`; connects lazily, so this never fails for a database that is away. */
export function openStore({
  url,
  connectionsMax = 10,
  applicationName = "counterfoil",
  statementMs = 30_000,
  answerMs = 5_000,
  connectMs = 5_000,
  waitingMax = 1_000,
}: OpenStoreOptions): Store {
  const pool = new BoundedPool({
    ...poolOptions({ statementMs, answerMs, connectMs }),
    connectionString: url,
    max: connectionsMax,
    application_name: applicationName,
    waitingMax,
  });
  // An idle connection that the server ends (restart) must not end the process; the next query gets a new one.
  pool.on("error", () => {});
  // One that is in use reports it twice: by the query, which is heard, and by itself.
  pool.on("connect", (client) => void client.on("error", () => {}));
  // One that fell silent does not even say goodbye.
  const close = async () => void (await withTimeout(closeWithinMs, pool.end()));
  return { db: toDatabase(pool), pool, url, close };
}

/** drizzle's own transaction would hide why it failed behind a rollback that cannot be, and takes a lost answer to COMMIT for a failure. */
function toDatabase(pool: pg.Pool): Database {
  const transaction: Database["transaction"] = (work, config) =>
    withTransaction(pool, async ({ db: tx }) => {
      if (config) await tx.setTransaction(config);
      return work(tx);
    });
  return Object.assign(drizzle(pool), { transaction });
}
