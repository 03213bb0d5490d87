import type { ClientBase } from "pg";
import { withClient } from "./with-client.ts";

const idleInTransactionMs = 60_000;
const answerMs = 10_000;
const safeCommits = "('on', 'remote_write', 'remote_apply')";

/** Whether a pooler such as pgbouncer stands between: it makes up the process number that its clients are told. */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid !== readProcess(client);
}

/**
 * Sets the server's limits. Not as startup parameters, which a pooler refuses, and not at all behind one: there the next client
 * would inherit them, and the limits of the role hold (`limitPooledRole`). Returns whether there is none.
 */
export async function limitSession(client: ClientBase, { statementMs }: { statementMs: number }): Promise<boolean> {
  const { rows } = await client.query(
    `select set_config('statement_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $3, false)
     where pg_backend_pid() = $1`,
    [readProcess(client), String(statementMs), String(idleInTransactionMs)],
  );
  return rows.length > 0;
}

/** Gives the role of an address that leads to a pooler, in its database, the limits that its sessions cannot have of their own. */
export function limitPooledRole(url: string): Promise<void> {
  return withClient({ connectionString: url, query_timeout: answerMs }, async (client) => {
    if (!(await isPooled(client))) return;
    for (const [name, value] of await listMissingLimits(client)) {
      const { rows } = await client.query<{ step: string }>(
        "select format('alter role current_user in database %I set %I = %L', current_database(), $1::text, $2::text) as step",
        [name, value],
      );
      await client.query(rows[0]?.step ?? "");
    }
  });
}

/** The limits that the role of this connection lacks. A limit that an operator chose is left as it is. */
export async function listMissingLimits(client: ClientBase): Promise<[name: string, value: string][]> {
  const { rows } = await client.query<{ name: string }>(
    `select split_part(entry, '=', 1) as name from pg_db_role_setting, unnest(setconfig) as entry
     where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())`,
  );
  const { rows: unsafe } = await client.query(`select where current_setting('synchronous_commit') not in ${safeCommits}`);
  const wanted: [string, string][] = [
    ["statement_timeout", "30s"],
    ["idle_in_transaction_session_timeout", "60s"],
  ];
  const given = new Set(rows.map(({ name }) => name));
  return [...wanted.filter(([name]) => !given.has(name)), ...unsafe.map((): [string, string] => ["synchronous_commit", "on"])];
}

/** pg's types omit it. */
function readProcess(client: ClientBase): unknown {
  return "processID" in client ? client.processID : null;
}
