import pg from "pg";
import { withClient } from "../connection/with-client.ts";
import { jobSchema } from "./job-schema.ts";

/** What whoever serves needs of the schema, done as the role that migrates (migration `two_roles`). */
const functions = [
  "ensure_transaction_month(text, timestamptz)",
  "ensure_delivery_month(text, timestamptz)",
  "drop_months(text[])",
  "remove_audit_rows(integer)",
];

/**
 * Lets the role of `workerUrl` work with the tables that this client's role owns: read and write rows, but change neither
 * the schema nor the audit. Idempotent. Does nothing when both are the same role.
 */
export async function grantWork(client: pg.ClientBase, workerUrl: string): Promise<void> {
  const role = await withClient({ connectionString: workerUrl }, currentRole);
  if (role === (await currentRole(client))) return;
  const worker = pg.escapeIdentifier(role);
  const statements = [
    `grant usage on schema public, drizzle, ${jobSchema} to ${worker}`,
    `grant select on all tables in schema drizzle to ${worker}`,
    `grant select, insert, update, delete on all tables in schema public, ${jobSchema} to ${worker}`,
    `grant usage, select on all sequences in schema public, ${jobSchema} to ${worker}`,
    `revoke update, delete on audit, audit_anchor from ${worker}`,
    `grant execute on function ${functions.join(", ")} to ${worker}`,
    // Of months that are made while the program runs.
    `alter default privileges in schema public grant select, insert, update, delete on tables to ${worker}`,
    // Databases made before PostgreSQL 15 allow it to everybody.
    "revoke create on schema public from public",
  ];
  await client.query("begin");
  try {
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback").catch(() => {});
    throw cause;
  }
}

/** Whether this connection's role may change the schema, or rewrite the audit. */
export async function canChangeSchema(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>(
    `select has_schema_privilege('public', 'create') or coalesce(has_table_privilege(to_regclass('public.audit'), 'update, delete'), false)
      or exists (select from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'usage')) as can`,
  );
  return rows[0]?.can ?? false;
}

async function currentRole(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ role: string }>("select current_user as role");
  return rows[0]?.role ?? "";
}
