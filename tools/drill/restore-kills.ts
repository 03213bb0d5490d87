import { randomUUID } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { RestoreUnfinishedError } from "#lib/db/backup/unfinished-restore.ts";
import { withClient } from "#lib/db/connection/with-client.ts";
import { startApp } from "#tools/bench/support/app-process.ts";
import type { Cluster } from "#tools/bench/support/cluster.ts";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import { atMost } from "./figures.ts";
import { openRestoreApp, type RestoreApp } from "./restore-app.ts";
import type { RestoreGateway } from "./restore-gateway.ts";
import { pay } from "./restore-scene.ts";

/** Part of a statement of `npm run restore`, before or after which it is killed. */
type Kill = { name: string; before?: string; after?: string };

/** Its steps in their order. */
const kills: readonly Kill[] = [
  { name: "rows copied, not committed", before: "insert into setting" },
  { name: "the tables committed", before: "analyze" },
  { name: "before the fence's writes", before: 'lock table "restore_fence"' },
  { name: "sessions ended, not committed", after: 'update "staff_session"' },
  { name: "before payments are shut", before: 'insert into "restore_fence"' },
  { name: "payments shut, not committed", after: 'insert into "restore_fence"' },
  { name: "the fence committed", before: "select delivery_id as id" },
  { name: "notifications of the journal stored, not noted", before: 'insert into "restore_delivery"' },
  { name: "after the journal", before: 'from "forward" where' },
  { name: "finished, and not said so", after: "delete from setting" },
];
const shortKills = ["the tables committed", "payments shut, not committed", "after the journal"];
const mark = "insert into setting";

export type Loss = {
  cluster: Cluster;
  /** Of everything that is written here. */
  folder: string;
  gateway: RestoreGateway;
  env: Record<string, string>;
  backupFolder: string;
  /** Order ids of the notifications since the backup. */
  acknowledged: readonly string[];
};

export type KillsOutcome = { kills: number; served: string[]; notWell: string[]; wrongServed: number };

/** Kills the restore at its steps, each time tries to pay with what it left, and runs it again. */
export async function playKills(loss: Loss, { isShort }: { isShort: boolean }): Promise<KillsOutcome> {
  // Without the mark nothing tells a start that the fence is still missing.
  const wrong = await killOnce(loss, { name: "unmarked", before: "analyze" }, { leaveOut: mark });
  const outcome: KillsOutcome = { kills: 0, served: [], notWell: [], wrongServed: wrong.isServed ? 1 : 0 };
  for (const kill of kills.filter(({ name }) => !isShort || shortKills.includes(name))) {
    const { isServed, isWell } = await killOnce(loss, kill);
    outcome.kills++;
    if (isServed) outcome.served.push(kill.name);
    if (!isWell) outcome.notWell.push(kill.name);
  }
  return outcome;
}

export function killFigures({ kills: count, served, notWell, wrongServed }: KillsOutcome): Figure[] {
  const named = (names: readonly string[]) => (names.length > 0 ? `: ${names.join("; ")}` : "");
  return [
    atLeast("restore, wrong (not marked until its fence is up): killed, and payments sent", wrongServed, 1),
    atMost(`restore: of ${count} kills, payments sent after it${named(served)}`, served.length, 0),
    atMost(`restore: of ${count} kills, not whole when run again${named(notWell)}`, notWell.length, 0),
  ];
}

type Killed = { isServed: boolean; isWell: boolean };

async function killOnce(loss: Loss, kill: Kill, { leaveOut = "" } = {}): Promise<Killed> {
  const url = await loss.cluster.createDatabase("killed");
  const run = startRestore(loss, url, {
    COUNTERFOIL_KILL_BEFORE: kill.before ?? "",
    COUNTERFOIL_KILL_AFTER: kill.after ?? "",
    COUNTERFOIL_LEAVE_OUT: leaveOut,
  });
  const { signal, said } = await run.ended;
  if (signal !== "SIGKILL") throw new Error(`The restore was not killed at "${kill.name}": ${said}`);
  if (!(await hasMerchants(url))) return { isServed: false, isWell: await endsWell(loss, url) };
  const isServed = await paysWith(loss, url);
  return { isServed, isWell: leaveOut !== "" || (await endsWell(loss, url)) };
}

function startRestore({ folder, env, backupFolder }: Loss, url: string, more: Record<string, string>) {
  return startApp({
    program: "scripts/restore.ts",
    flags: ["--from", backupFolder, "--journal", env.JOURNAL_DIR ?? ""],
    nodeFlags: ["--import", pathToFileURL(path.join(import.meta.dirname, "kill-at.mjs")).href],
    env: { ...env, DATABASE_URL: url, ...more },
    logFile: path.join(folder, `restore-${randomUUID()}.log`),
  });
}

/** Whether a process started on this database sends a payment. */
async function paysWith({ env, gateway }: Loss, url: string): Promise<boolean> {
  const sent = gateway.accepted.payments.size;
  let app: RestoreApp;
  try {
    app = await openRestoreApp(env, url);
  } catch (cause) {
    if (cause instanceof RestoreUnfinishedError) return false;
    throw cause;
  }
  try {
    await pay(app.ctx, `killed-${randomUUID()}`, 0).catch(() => {});
  } finally {
    await app.close();
  }
  return gateway.accepted.payments.size > sent;
}

/** Run again it ends, or says that it had ended; then everything is there, and payments are refused. */
async function endsWell(loss: Loss, url: string): Promise<boolean> {
  const wasFinished = await isFinished(url);
  const { code } = await startRestore(loss, url, {}).ended;
  const facts = await withClient({ connectionString: url, query_timeout: 30_000 }, async (client) => {
    const { rows } = await client.query<{ fences: number; audited: number; stored: number; sessions: number }>(
      `select (select count(*)::int from restore_fence where opened_at is null) as fences,
         (select count(*)::int from audit where act = 'database.restored') as audited,
         (select count(distinct order_id)::int from delivery where order_id = any($1)) as stored,
         (select count(*)::int from staff_session where revoked_at is null) as sessions`,
      [loss.acknowledged],
    );
    return rows[0];
  });
  const isWhole = facts?.fences === 3 && facts.audited === 1 && facts.stored === loss.acknowledged.length && facts.sessions === 0;
  return isWhole && code === (wasFinished ? 1 : 0) && (await isFinished(url)) && !(await paysWith(loss, url));
}

const hasMerchants = (url: string) => ask(url, "select exists (select from merchant) as yes");
const isFinished = async (url: string) =>
  (await ask(url, "select exists (select from restore_fence) as yes")) &&
  !(await ask(url, "select exists (select from setting where key = 'restore.unfinished') as yes"));

function ask(url: string, question: string): Promise<boolean> {
  return withClient(
    { connectionString: url, query_timeout: 30_000 },
    async (client) => (await client.query<{ yes: boolean }>(question)).rows[0]?.yes ?? false,
  );
}
