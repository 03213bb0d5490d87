import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { BoundedClient } from "./bounded-client.ts";
import { pinCommitMode } from "./commit-mode.ts";

/** The database as query functions receive it: drizzle over a pool, or inside a transaction. */
export type Database = NodePgDatabase & { $client: pg.Pool };

export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type Queryable = NodePgDatabase | Transaction;

/** `client` for prepared statements, `db` for everything else; both are the same transaction. */
export type ClientTransaction = { client: pg.PoolClient; db: Transaction };

/** COMMIT got no response: the changes may or may not be stored. */
export class CommitUnknownError extends Error {
  override name = "CommitUnknownError";
}

type AfterCommit = (pool: pg.Pool) => void;

const dialect = new PgDialect();
/** Keyed by the session that a transaction and its savepoints share. */
const waitingForCommit = new WeakMap<object, Set<AfterCommit>>();
/** The server is shutting down, so its error says nothing about the commit. */
const goingAway = /^(08|57P)/;

/**
 * Commits when `work` resolves, else rolls back and throws; a connection that cannot roll back is closed. Throws
 * CommitUnknownError when it is unknown whether the commit succeeded.
 */
export async function withTransaction<Result>(
  pool: pg.Pool,
  work: (transaction: ClientTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const session = new NodePgSession<Record<string, never>, Record<string, never>>(client, dialect, undefined);
    const callbacks = new Set<AfterCommit>();
    waitingForCommit.set(session, callbacks);
    const result = await work({ client, db: new NodePgTransaction(dialect, session, undefined) });
    await commit(client);
    for (const callback of callbacks) callback(pool);
    return result;
  } catch (cause) {
    broken = await client.query("rollback").then(
      () => undefined,
      (error: Error) => error,
    );
    throw cause;
  } finally {
    client.release(broken);
  }
}

/**
 * Calls `callback` after the commit, once even if it is registered several times, and never after a failure. Without a
 * transaction it is called at once.
 */
export function afterCommit(db: Queryable, callback: AfterCommit): void {
  const callbacks = waitingForCommit.get(db._.session);
  if (callbacks) callbacks.add(callback);
  else if ("$client" in db) callback((db as Database).$client);
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("commit").catch((cause: unknown) => {
    if (cause instanceof pg.DatabaseError && !goingAway.test(cause.code ?? "")) throw cause;
    throw new CommitUnknownError("The database did not answer to COMMIT.", { cause });
  });
  // After a failed statement PostgreSQL answers COMMIT with ROLLBACK, without an error.
  if (command !== "COMMIT") throw new Error("A statement of the transaction had failed, so it was rolled back.");
}

/**
 * A transaction whose commit must be certain before the next step. When COMMIT gets no response, `isStored` searches
 * for the result on a new connection. If it does not find it, the commit may still be under way, or not be on the standby:
 * throws CommitUnknownError.
 */
export async function withProvenCommit<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
  isStored: (db: Queryable, result: Result) => Promise<boolean>,
): Promise<Result> {
  let done: { result: Result } | undefined;
  try {
    return await db.transaction(async (tx) => {
      done = { result: await work(tx) };
      return done.result;
    });
  } catch (cause) {
    if (!(cause instanceof CommitUnknownError) || !done) throw cause;
    const { result } = done;
    // Pooled connections may be as dead as the one that got no response.
    const isProven = async (found: Queryable) => (await isStored(found, result)) && reachesStandby(found);
    if (await withNewConnection(db.$client, isProven).catch(() => false)) return result;
    throw cause;
  }
}

/**
 * A server that restarted shows what its standby may never have received, and lose when that one takes over. A commit of our own
 * comes after it, and waits for the standby where commits do.
 */
async function reachesStandby(db: Queryable): Promise<boolean> {
  // Raw: writes to the write-ahead log only.
  await db.execute(sql`select pg_logical_emit_message(true, 'counterfoil', '')`);
  return true;
}

/**
 * A transaction on a connection of its own that waits for answers without a limit: for statements that may take longer than those
 * of a pool. To be repeated when it fails, since a lost answer to COMMIT is a failure too.
 */
export function withLongTransaction<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return withNewConnection(db.$client, (own) => own.transaction(work), { query_timeout: 0 });
}

async function withNewConnection<Result>(
  pool: pg.Pool,
  work: (db: NodePgDatabase) => Promise<Result>,
  options?: pg.ClientConfig,
): Promise<Result> {
  const client = new BoundedClient({ ...pool.options, ...options });
  client.on("error", () => {});
  try {
    await client.connect();
    await pinCommitMode(client);
    return await work(drizzle(client));
  } finally {
    await client.end();
  }
}
