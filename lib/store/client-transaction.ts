import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Queryable } from "./open-store.ts";

/** `client` for prepared statements, `db` for everything else; both are the same transaction. */
export type ClientTransaction = { client: pg.PoolClient; db: Queryable };

/** Commits when `work` resolves, else rolls back and throws; a connection that cannot even roll back is given up. */
export async function withTransaction<Result>(
  pool: pg.Pool,
  work: (transaction: ClientTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work({ client, db: drizzle(client) });
    await client.query("commit");
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
