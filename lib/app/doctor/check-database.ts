import type pg from "pg";
import { listUnsafeSettings } from "#lib/db/connection/commit-mode.ts";
import { canChangeSchema } from "#lib/db/migrate/worker-role.ts";
import { isLoopbackName } from "../settings/setting-values.ts";
import type { Settings } from "../settings/settings.ts";
import { jobConnections } from "../stores/open-stores.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

const versionMin = 160_000;
const clockMsMax = 2_000;

type Facts = {
  version: string;
  number: number;
  encrypted: boolean | null;
  superuser: boolean;
  most: number;
  used: number;
  time: number;
};

/** The server and how it is reached. Reads only. */
export async function checkServer(client: pg.ClientBase, settings: Settings): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
      (select rolsuper from pg_roles where rolname = current_user) as superuser,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as time`,
  );
  const [facts] = rows;
  if (!facts) return [];
  // The server read its clock somewhere between sending the question and receiving the answer.
  const now = Date.now();
  const apartMs = Math.max(0, before - facts.time, facts.time - now);
  const unsafe = await listUnsafeSettings(client);
  return [
    checkVersion(facts),
    ...checkAccess(facts, settings),
    ...checkRole(await canChangeSchema(client), settings),
    checkRoom(facts, settings),
    checkClock(apartMs),
    ...checkWrites(unsafe),
  ];
}

function checkVersion({ version, number }: Facts): Finding {
  if (number < versionMin) return fault("database", `PostgreSQL ${version} is too old; upgrade it to 16 or later.`);
  return ok("database", `PostgreSQL ${version} answers.`);
}

function checkAccess({ encrypted, superuser }: Facts, { databaseUrl, databaseDirectUrl }: Settings): Finding[] {
  // The embedded database is reached on this machine only, by its owner.
  if (!databaseUrl) return [];
  const name = databaseDirectUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  return [
    encrypted || isNear(databaseDirectUrl ?? databaseUrl)
      ? ok("database", encrypted ? "The connection is encrypted." : "The connection stays on this machine.")
      : fault("database", `The connection is not encrypted; add ?sslmode=verify-full to ${name} and TLS to the server.`),
    superuser
      ? warning("database", `The role of ${name} is a superuser; use one that only owns this database.`)
      : ok("database", `The role of ${name} is no superuser.`),
  ];
}

/** On localhost one role is enough. */
function checkRole(canChange: boolean, { databaseUrl, isLocalOrigin, migrateDatabaseUrl }: Settings): Finding[] {
  if (!databaseUrl || (isLocalOrigin && !migrateDatabaseUrl)) return [];
  const wanted = "let another role own the database (docs/operations.md, Two database roles).";
  return [
    canChange
      ? warning("database", `The role of DATABASE_URL can change the schema and the audit log; ${wanted}`)
      : ok("database", "The role of DATABASE_URL can change neither the schema nor the audit log."),
  ];
}

/** Whether packets to it stay on this machine. */
export function isNear(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "" || isLoopbackName(hostname);
}

/** Past a pooler: jobs, live events. */
const directConnections = jobConnections + 1;
/** Besides the pools of the settings: these, and readiness. */
const furtherConnections = directConnections + 1;

function checkRoom({ most, used }: Facts, { databasePool, notifyPool, databaseDirectUrl }: Settings): Finding {
  const wanted = databaseDirectUrl ? directConnections : databasePool + notifyPool + furtherConnections;
  const text = `One process opens up to ${wanted} ${databaseDirectUrl ? "direct " : ""}connections of the server's ${most} (${used} in use)`;
  return wanted > most
    ? fault("connections", `${text}; lower DATABASE_POOL or raise max_connections.`)
    : ok("connections", `${text}.`);
}

function checkClock(apartMs: number): Finding {
  const text = `This machine's clock and the database's are ${(apartMs / 1_000).toFixed(1)} s apart`;
  return apartMs > clockMsMax
    ? fault("clock", `${text}; synchronise both with a time server, or sign-ins and sessions end too early or too late.`)
    : ok("clock", `${text}.`);
}

function checkWrites(unsafe: readonly string[]): Finding[] {
  const names = unsafe.join(", ");
  return unsafe.length === 0
    ? []
    : [
        fault(
          "database",
          `${names} ${unsafe.length === 1 ? "is" : "are"} off, so a power cut can lose what was acknowledged; turn it on.`,
        ),
      ];
}
