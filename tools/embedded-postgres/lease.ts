import pg from "pg";
import { roleName, urlFor } from "./access.ts";

/**
 * One process's share in a running server: a connection with a shared lock that lasts as long as the process,
 * however it ends. Only the last process to release it obtains the exclusive lock and stops the server.
 */
export type Lease = {
  /** Calls back once when the connection breaks unexpectedly. */
  onLost(callback: () => void): void;
  /** Releases the share; true when no other process has one and the caller must stop the server. */
  giveBack(): Promise<boolean>;
  end(): Promise<void>;
};

const lockNumber = 4_242_000;

/** Throws the error of `pg` when the server is away, stops meanwhile, or rejects the password. */
export async function acquireLease(access: { password: string; port: number }, databaseName: string): Promise<Lease> {
  const client = new pg.Client({
    connectionString: urlFor(access, "postgres"),
    application_name: "counterfoil lease",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  let lost: (() => void) | undefined;
  let leaving = false;
  const notify = () => {
    if (!leaving) lost?.();
    leaving = true;
  };
  client.on("error", notify);
  client.on("end", notify);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1)", [lockNumber]);
    await ensureDatabase(client, databaseName);
  } catch (error) {
    leaving = true;
    await client.end().catch(() => {});
    throw error;
  }
  return {
    onLost: (callback) => {
      lost = callback;
    },
    giveBack: async () => {
      leaving = true;
      await client.query("select pg_advisory_unlock_shared($1)", [lockNumber]);
      const { rows } = await client.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [lockNumber]);
      return rows[0]?.alone === true;
    },
    end: async () => {
      leaving = true;
      await client.end().catch(() => {});
    },
  };
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
  if (rowCount) return;
  await client.query(`create database ${client.escapeIdentifier(name)} owner ${roleName}`).catch((error: unknown) => {
    // Two concurrent first starts: the other one created it.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "42P04" && code !== "23505") throw error;
  });
}
