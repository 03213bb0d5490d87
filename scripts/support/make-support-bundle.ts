import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { readSecretFiles } from "#lib/app/settings/secret-files.ts";
import { loadSettings, type Settings, secretNames } from "#lib/app/settings/settings.ts";
import { askProcess } from "#lib/app/support-bundle/ask-process.ts";
import { createBundleRedactor, createHider } from "#lib/app/support-bundle/create-hider.ts";
import { describeFolders, describeMachine, describeProgram } from "#lib/app/support-bundle/describe-machine.ts";
import { describeSettings, hideHome, listSecrets } from "#lib/app/support-bundle/describe-settings.ts";
import { readBacklog } from "#lib/db/backlog/read-backlog.ts";
import { findLastBackup } from "#lib/db/backup/last-backup.ts";
import { withClient } from "#lib/db/connection/with-client.ts";
import { planMigrations } from "#lib/db/migrate/migration-plan.ts";
import { listEmails } from "#lib/db/staff/person-names.ts";
import { summariseDatabase } from "#lib/db/support-bundle/summarise-database.ts";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import { createSealer } from "./back-up.ts";
import { examine } from "./examine.ts";
import { openDirectDatabase } from "./open-database.ts";
import { problemLines } from "./problem-lines.ts";
import { readLogLines } from "./read-log-lines.ts";

type BundleOptions = { to: string | undefined; logs: readonly string[] };
type Env = Readonly<Record<string, string | undefined>>;
type Names = { emails: string[]; names: string[] };

/** Longer than the server's own limit. */
const queryMs = 20_000;

/**
 * Writes one redacted file about this installation for support, and returns where. What cannot be read says why in its
 * place, since it is needed most when something does not work. Throws when the file exists.
 */
export async function makeSupportBundle({ to, logs }: BundleOptions, env: Env = process.env): Promise<string> {
  const file = path.resolve(to ?? defaultFile(env));
  const names: Names = { emails: [], names: [] };
  const settings = tryLoad(env);
  const redactor = createBundleRedactor(listAllSecrets(env, settings));
  const bundle: Record<string, unknown> = {
    madeAt: new Date().toISOString(),
    leftOut: "credentials, keys, tokens, names, addresses of people, references, amounts, bodies",
    program: describeProgram(),
    machine: describeMachine(),
    settings: describeSettings(env),
  };
  if (settings instanceof Error) bundle.settingsProblems = problemLines(settings);
  else {
    bundle.doctor = await runDoctor(settings);
    bundle.folders = await describeFolders(settings);
    bundle.process = await attempt(() => askProcess(settings));
    bundle.database = await attempt(() => describeDatabase(settings, names));
  }
  const hide = createHider(redactor, names);
  bundle.logs = await Promise.all(logs.map((log) => attempt(() => readLogLines(log, hide))));
  write(file, hidePersonal(redactor.redact(bundle)));
  return file;
}

function defaultFile(env: Env): string {
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  return path.join(env.DATA_DIR?.trim() || ".data", `support-bundle-${time}.json`);
}

function tryLoad(env: Env): Settings | Error {
  try {
    return loadSettings(env);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** Also of settings with mistakes, and of generated keys. */
function listAllSecrets(env: Env, settings: Settings | Error): string[] {
  const files = readSecretFiles(env, secretNames, []);
  const generated = settings instanceof Error ? [] : settings.sessionKeys.map(({ secret }) => secret);
  const vaultKeys = settings instanceof Error ? [] : settings.vaultKeys.map(({ key }) => Buffer.from(key).toString("base64"));
  return [...listSecrets(env), ...listSecrets(files), ...generated, ...vaultKeys];
}

async function runDoctor(settings: Settings): Promise<string[]> {
  const findings: string[] = [];
  try {
    for await (const { level, area, text } of examine(settings)) findings.push(hideHome(`${level} ${area}: ${text}`));
  } catch (error) {
    findings.push(...problemLines(error).map((line) => hideHome(`stopped: ${line}`)));
  }
  return findings;
}

/** Also adds to `names` who must not be named by the log. */
async function describeDatabase(settings: Settings, names: Names): Promise<unknown> {
  if (!settings.databaseUrl && !existsSync(path.join(settings.dataDir, "postgres"))) return "There is none yet.";
  const database = await openDirectDatabase(settings);
  try {
    return await withClient({ connectionString: database.url, query_timeout: queryMs }, async (client) => {
      const db = drizzle({ client });
      const parts = await summariseDatabase(client, describeProblem);
      const pending = await attempt(async () => (await planMigrations(database)).map(({ name }) => name));
      const backlog = await attempt(() => readBacklog(db));
      const lastBackup = await attempt(async () => (await findLastBackup(db)) ?? "never");
      await attempt(async () => names.emails.push(...(await listEmails({ db, vault: createSealer(settings) }))));
      await attempt(async () => names.names.push(...(await listMerchantNames(client))));
      return { ...parts, pendingMigrations: pending, backlog, lastBackup };
    });
  } finally {
    await database.close();
  }
}

async function listMerchantNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ slug: string; name: string; sid: string | null }>("select slug, name, sid from merchant");
  return rows.flatMap(({ slug, name, sid }) => [slug, name, ...(sid === null ? [] : [sid])]);
}

async function attempt<Value>(work: () => Promise<Value>): Promise<Value | { problem: string }> {
  try {
    return await work();
  } catch (error) {
    return { problem: describeProblem(error) };
  }
}

function describeProblem(cause: unknown): string {
  return hideHome(problemLines(cause).join(" ")).replace(/^It stopped: /, "");
}

function write(file: string, bundle: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(bundle, null, 2)}\n`, { mode: 0o600, flag: "wx", flush: true });
}
