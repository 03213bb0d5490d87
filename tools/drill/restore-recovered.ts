import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { say } from "#scripts/support/say.ts";
import { startApp } from "#tools/bench/support/app-process.ts";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { chooseMoment, queryValue, untilArchived } from "./archived-log.ts";
import { createArchivedServer } from "./archived-server.ts";
import type { DrillResult } from "./deploy.ts";
import { atMost } from "./figures.ts";
import { openRestoreApp } from "./restore-app.ts";
import { startRestoreGateway } from "./restore-gateway.ts";
import { journalAheadMs, makeEnv, outcomeFigures, type RestoreSize, readOutcome } from "./restore-outcome.ts";
import { actAfterBackup, connect, failSecond, notifyMany, prepareBefore } from "./restore-scene.ts";

const part = "restore --pgbackrest";
const database = "counterfoil";
/** The moment of the document, which the drill replaces by its own. */
const shownTarget = "2026-03-04 11:20:05+00";

/** The recipe of docs/backups.md, line by line, against Debian's PostgreSQL and pgBackRest; then the fence in place. */
export async function runRecovered(run: OwnRun, programsFolder: string, size: RestoreSize): Promise<DrillResult> {
  const folder = path.join(run.folder, "recovered");
  const recipe = await readRecipe();
  const gateway = await startRestoreGateway(run);
  const env = await makeEnv(folder, gateway, true);
  const logFile = path.join(folder, "postgres.log");
  const server = await createArchivedServer({ run, folder: programsFolder, logFile, ...recipe });
  await server.start();
  await queryValue(server.urlOf("postgres"), `create database ${database}`);
  const url = server.urlOf(database);
  const app = await openRestoreApp(env, url);
  await connect(app, gateway);
  const before = await prepareBefore(app, size);
  const [full, ...later] = recipe.backups;
  for (const line of recipe.setUp) await server.run(line);
  say("  full backup …");
  await server.run(full ?? "");
  const early = await notifyMany(app, before, { prefix: "EARLY", count: size.notifications });
  say("  incremental backup …");
  for (const line of later) await server.run(line);
  await wait(journalAheadMs);
  const until = await chooseMoment(url);
  const done = await actAfterBackup(app, before, size);
  await failSecond(app, gateway);
  await app.close();
  await untilArchived(url);
  await server.kill();
  server.loseData();
  say("  restore to a moment …");
  const startedMs = performance.now();
  await server.run(recipe.restore.replace(shownTarget, until.toISOString().replace("T", " ").replace("Z", "+00")));
  await server.start();
  const seconds = (performance.now() - startedMs) / 1_000;
  const facts = await readFacts(url, until, [...early.keys()]);
  const restoreCode = await raiseFence(env, { url, until, folder });
  for (const [order, hash] of early) done.acknowledged.set(order, hash);
  const outcome = await readOutcome(await openRestoreApp(env, url), { gateway, before, done, restoreCode, isToOpen: true });
  return {
    figures: [
      { name: `${part}: back within`, value: `${seconds.toFixed(0)} s` },
      atMost(`${part}: rows of later than the moment`, facts.later, 0),
      atMost(`${part}: notifications before the moment that are missing`, early.size - facts.early, 0),
      atLeast(`${part}, wrong (no fence): old cookies that still work`, facts.sessions, 1),
      ...outcomeFigures(part, outcome),
    ],
    details: { until, seconds, facts, outcome },
  };
}

type Recipe = { configuration: string; serverSettings: string; setUp: string[]; backups: string[]; restore: string };

/** What the document shows. */
async function readRecipe(): Promise<Recipe> {
  const text = await readFile(path.resolve("docs/backups.md"), "utf8");
  const section = text.split("\n### With pgBackRest\n")[1]?.split("\n## ")[0] ?? "";
  const blocks = [...section.matchAll(/^```(ini|sh)\n([^`]*)```$/gm)].map(([, kind, body = ""]) => ({ kind, body }));
  const [configuration, serverSettings] = blocks.filter(({ kind }) => kind === "ini").map(({ body }) => body);
  const lines = blocks.filter(({ kind }) => kind === "sh").flatMap(({ body }) => body.trim().split("\n"));
  const own = lines.filter((line) => line.startsWith("pgbackrest "));
  const backups = own.filter((line) => line.endsWith(" backup"));
  const restore = own.find((line) => line.endsWith(" restore"));
  const setUp = own.filter((line) => line !== restore && !backups.includes(line));
  const isWhole = backups.length === 2 && setUp.length === 2 && restore?.includes(shownTarget);
  if (!configuration || !serverSettings || !restore || !isWhole) throw new Error("The document no longer shows the recipe.");
  return { configuration, serverSettings, setUp, backups, restore };
}

async function readFacts(url: string, until: Date, early: readonly string[]) {
  const orders = early.map((order) => `'${order}'`).join(", ");
  const count = async (question: string) => Number(await queryValue(url, `select count(*)::int as value from ${question}`));
  return {
    later: await count(`delivery where received_at > '${until.toISOString()}'`),
    early: await count(`delivery where order_id in (${orders})`),
    sessions: await count("staff_session where revoked_at is null"),
  };
}

async function raiseFence(
  env: Record<string, string>,
  { url, until, folder }: { url: string; until: Date; folder: string },
): Promise<number> {
  const { code, said } = await startApp({
    program: "scripts/restore.ts",
    flags: ["--recovered", "--until", until.toISOString(), "--journal", env.JOURNAL_DIR ?? ""],
    env: { ...env, DATABASE_URL: url },
    logFile: path.join(folder, "fence.log"),
  }).ended;
  if (code !== 0) say(said);
  return code ?? 1;
}
