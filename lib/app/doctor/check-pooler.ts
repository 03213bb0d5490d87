import type pg from "pg";
import { isPooled, listMissingLimits } from "#lib/db/connection/session-settings.ts";
import { withClient } from "#lib/db/connection/with-client.ts";
import type { Settings } from "../settings/settings.ts";
import { isNear } from "./check-database.ts";
import { type Finding, fault, ok } from "./finding.ts";

/** Said at each start, and by the doctor. */
export const pooledWithoutDirect =
  "DATABASE_URL leads to a pooler, through which migrations fail and pages learn of news late; set DATABASE_DIRECT_URL to the server itself.";

const area = "pooler";
const answerMs = 10_000;
const statement = "counterfoil_doctor";

/** What stands between DATABASE_URL and its server; `direct` is connected to DATABASE_DIRECT_URL, where that is set. Reads only. */
export function checkPooler(
  direct: pg.ClientBase,
  databaseUrl: string,
  { databaseDirectUrl }: Pick<Settings, "databaseDirectUrl">,
): Promise<Finding[]> {
  return withClient({ connectionString: databaseUrl, query_timeout: answerMs }, async (client) => {
    if (!(await isPooled(client))) {
      return databaseDirectUrl ? [ok(area, "DATABASE_URL leads to a server too, so DATABASE_DIRECT_URL is not needed.")] : [];
    }
    if (!databaseDirectUrl) return [fault(area, pooledWithoutDirect)];
    const faults = [
      (await isPooled(direct)) && "DATABASE_DIRECT_URL leads to a pooler as well; set it to the address of the server itself.",
      (await readPlace(client)) !== (await readPlace(direct)) &&
        "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases; mend one of them.",
      (await keepsNames(client)) &&
        "The pooler mixes up prepared statements; use pgbouncer 1.21 or later in transaction mode, with max_prepared_statements above 0.",
      (await listMissingLimits(client)).length > 0 &&
        "The role of DATABASE_URL has no time limits of its own, and a pooler passes none on; run npm run migrate -- apply.",
      !isNear(databaseUrl) &&
        !hasTls(client) &&
        "The connection to the pooler is not encrypted; add ?sslmode=verify-full to DATABASE_URL and TLS to the pooler.",
    ].flatMap((text) => (text ? [fault(area, text)] : []));
    return faults.length > 0 ? faults : [ok(area, "DATABASE_URL leads to a pooler, and DATABASE_DIRECT_URL past it.")];
  });
}

/** The cluster and the database. */
async function readPlace(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ place: string }>(
    `select system_identifier::text || ':' || (select oid from pg_database where datname = current_database()) as place
     from pg_control_system()`,
  );
  return rows[0]?.place ?? "";
}

/** A pooler that shares connections must give each prepared statement a name of its own, or clients meet each other's. */
async function keepsNames(client: pg.ClientBase): Promise<boolean> {
  await client.query("begin");
  try {
    await client.query({ name: statement, text: "select 1" });
    const { rows } = await client.query("select from pg_prepared_statements where name = $1", [statement]);
    return rows.length > 0;
  } finally {
    await client.query("rollback");
  }
}

/** pg's types omit it. */
function hasTls(client: pg.ClientBase): boolean {
  return "ssl" in client && Boolean(client.ssl);
}
