import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { BoundedClient, connectionOptions } from "./bounded-client.ts";
import { BoundedPool } from "./bounded-pool.ts";
import type { Database } from "./client-transaction.ts";
import { withTransaction } from "./client-transaction.ts";
import { pinCommitMode } from "./commit-mode.ts";
import { watchHungConnections } from "./hung-connections.ts";
import { limitSession } from "./session-settings.ts";

export type { Database, Queryable, Transaction } from "./client-transaction.ts";

/** A PostgreSQL database with its pool; `close` ends the pool. Embedded and external databases have the same interface. */
export type Store = {
  db: Database;
  pool: BoundedPool;
  url: string;
  /** Leads to the server itself, also where `url` leads to a pooler: for what needs a session of its own. */
  directUrl: string;
  close(): Promise<void>;
};

// bigint columns (gateway ids, minor units) fit a JavaScript number by contract: safe integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type OpenStoreOptions = {
  url: string;
  directUrl?: string | undefined;
  connectionsMax?: number;
  applicationName?: string;
  /** The time limit of a statement; 0 is none. */
  statementMs?: number;
  /** How much longer to wait for the response; after that the database counts as unreachable. */
  answerMs?: number;
  /** How long to wait for a connection. */
  connectMs?: number;
  /** How many requests may wait for a connection: further ones fail at once. */
  waitingMax?: number;
};

const closeWithinMs = 3_000;
/** A connection caches its prepared plans (`prepared.ts`), so it stays open through quiet periods. */
const idleMs = 10 * 60_000;

type Limits = Required<Pick<OpenStoreOptions, "statementMs" | "answerMs" | "connectMs">>;

/** For a pool whose connections commit to disk and close when the database stops responding. */
export function poolOptions({ statementMs, answerMs, connectMs }: Limits): pg.PoolConfig {
  return {
    ...connectionOptions,
    Client: BoundedClient,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    query_timeout: statementMs === 0 ? 0 : statementMs + answerMs,
    onConnect: async (client) => {
      await pinCommitMode(client);
      const isDirect = await limitSession(client, { statementMs });
      if (client instanceof BoundedClient) client.isDirect = isDirect;
    },
  };
}

/** Opens a pool on `url`; connects lazily, so this never fails because the database is unreachable. */
export function openStore({
  url,
  directUrl = url,
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
  // An idle connection that the server ends (restart) must not end the process; the next query opens a new one.
  pool.on("error", () => {});
  // A connection in use reports the error twice: through its query, which handles it, and as an event.
  pool.on("connect", (client) => void client.on("error", () => {}));
  const watch = watchHungConnections(pool);
  const close = async () => {
    watch.stop();
    // A connection to an unresponsive server may never finish closing.
    await withTimeout(closeWithinMs, pool.end());
  };
  return { db: toDatabase(pool), pool, url, directUrl, close };
}

/** drizzle's own transaction hides an error when the rollback fails too, and treats a COMMIT without a response as a failure. */
function toDatabase(pool: pg.Pool): Database {
  const transaction: Database["transaction"] = (work, config) =>
    withTransaction(pool, async ({ db: tx }) => {
      if (config) await tx.setTransaction(config);
      return work(tx);
    });
  return Object.assign(drizzle(pool), { transaction });
}
