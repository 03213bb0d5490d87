import { drizzle, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { BoundedClient } from "./bounded-client.ts";
import type { Database, Queryable, Transaction } from "./open-store.ts";

/** `client` for prepared statements, `db` for everything else; both are the same transaction. */
export type ClientTransaction = { client: pg.PoolClient; db: Transaction };

/** COMMIT got no answer: what was written may be stored or not. */
export class CommitUnknownError extends Error {
  override name = "CommitUnknownError";
}

type AfterCommit = (pool: pg.Pool) => void;

const dialect = new PgDialect();
/** By the session that a transaction and its savepoints share. */
const waitingForCommit = new WeakMap<object, Set<AfterCommit>>();
/** The server is going away, so its error says nothing about the commit. */
const goingAway = /^(08|57P)/;

/**
 * Commits when `work` resolves, else rolls back and throws; a connection that cannot even roll back is given up. Throws
 * CommitUnknownError when nobody can say whether it was committed.
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
    const acts = new Set<AfterCommit>();
    waitingForCommit.set(session, acts);
    const result = await work({ client, db: new NodePgTransaction(dialect, session, undefined) });
    await commit(client);
    for (const act of acts) act(pool);
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

/** Calls `act` once the transaction is committed, once however often it is asked for; without a transaction now. Never when it fails. */
export function afterCommit(db: Queryable, act: AfterCommit): void {
  const acts = waitingForCommit.get(db._.session);
  if (acts) acts.add(act);
  else if ("$client" in db) act((db as Database).$client);
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("commit").catch((cause: unknown) => {
    if (cause instanceof pg.DatabaseError && !goingAway.test(cause.code ?? "")) throw cause;
    throw new CommitUnknownError("The database did not answer to COMMIT.", { cause });
  });
  // What a failed statement leaves ends so, without an error.
  if (command !== "COMMIT") throw new Error("A statement of the transaction had failed, so it was rolled back.");
}

/**
 * A transaction that must be known to be committed before anything follows from it. When COMMIT gets no answer, `isStored`
 * looks for the result by its key on a new connection. What is not found there may still come: CommitUnknownError.
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
    // Those of the pool may be as dead as the one that gave no answer.
    if (await withNewConnection(db.$client, (found) => isStored(found, result)).catch(() => false)) return result;
    throw cause;
  }
}

async function withNewConnection<Result>(pool: pg.Pool, work: (db: Queryable) => Promise<Result>): Promise<Result> {
  const client = new BoundedClient(pool.options);
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(drizzle(client));
  } finally {
    await client.end();
  }
}
