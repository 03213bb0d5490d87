import path from "node:path";
import { recordBackup } from "#lib/db/backup/last-backup.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { say } from "#scripts/support/say.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import type { DrillResult } from "./deploy.ts";
import type { Programs } from "./programs.ts";
import { type Prometheus, startPrometheus, testRules } from "./prometheus.ts";
import { openScene, probeOf, type Scene } from "./scene.ts";

export type WatchSize = { quietSeconds: number; patience: number };

/** Longer than a scrape, an evaluation, the shortened `for`, and a probe that gives up. */
const firesWithinMs = 30_000;
/** More than the smallest spool holds while it lasts. */
const floodPerSecond = 300;
const fewPerSecond = 5;

/** The rules against made-up series, then a Prometheus that watches real processes in real faults. A faulty rule runs first. */
export async function runWatch(run: OwnRun, programs: Programs, size: WatchSize): Promise<DrillResult> {
  const folder = path.join(run.folder, "rules");
  const faulty = await testRules({ folder, programs }, (rules) =>
    rules.replace("counterfoil_notify_spool_bytes - counterfoil_notify_spool_set_aside_bytes > 0", "vector(0) > 0"),
  );
  const problem = await testRules({ folder, programs });
  const rulesFigures: Figure[] = [
    {
      name: "watch, wrong (a rule that asks for nothing): its test",
      value: faulty === undefined ? "passes" : "fails",
      goal: "fails",
      isMet: faulty !== undefined,
    },
    { name: "watch: rules and their tests", value: problem ?? "pass", goal: "pass", isMet: problem === undefined },
  ];
  const scene = await openScene({
    run,
    programs,
    name: "watch",
    receivers: 1,
    webs: 1,
    drainSeconds: 0,
    env: { SPOOL_BYTES_MAX: "1048576", JOURNAL_DIR: path.join(run.folder, "watch-journal") },
  });
  await noteBackup(scene);
  const ports = scene.members.map(({ port }) => port);
  const prometheus = await startPrometheus({ run, programs, folder: path.join(run.folder, "prometheus"), ports });
  const figures = await runFaults(scene, prometheus, size);
  await Promise.all(scene.members.map((member) => member.stop()));
  await scene.cluster.close();
  return { figures: [...rulesFigures, ...figures], details: {} };
}

/** An installation without any backup has an alert of its own. */
async function noteBackup({ database: { url, vault } }: Scene): Promise<void> {
  const store = openStore({ url, connectionsMax: 1, applicationName: "drill" });
  try {
    await recordBackup({ db: store.db, vault }, { folder: "drill", manifest: { takenAt: new Date().toISOString(), tables: [] } });
  } finally {
    await store.close();
  }
}

async function runFaults(scene: Scene, prometheus: Prometheus, { quietSeconds, patience }: WatchSize): Promise<Figure[]> {
  const withinMs = firesWithinMs * patience;
  const seen = async (name: string, wanted: readonly string[]): Promise<Figure> => {
    const fired = await prometheus.untilFiring(wanted, withinMs);
    const [value, goal] = [fired, wanted.toSorted()].map((names) => names.join(", ") || "none");
    return { name: `watch, ${name}: alerts`, value: value ?? "", goal: goal ?? "", isMet: value === goal };
  };
  const gateway = scene.send({ perSecond: fewPerSecond, prefix: "WATCH" });
  say("  all is well …");
  const fired = await prometheus.firedDuring(quietSeconds * 1_000);
  const quiet: Figure = {
    name: "watch, all is well: alerts at any time",
    value: fired.join(", ") || "none",
    goal: "none",
    isMet: fired.length === 0,
  };
  const empty = await prometheus.listEmptyPanels();
  const dashboard: Figure = {
    name: "watch, the dashboard: panels without data",
    value: empty.join(", ") || "none",
    goal: "none",
    isMet: empty.length === 0,
  };

  say("  a process is down …");
  const web = scene.members.find(({ role }) => role === "web");
  await web?.stop();
  const down = await seen("a process is down", ["ProcessDown"]);
  web?.start();
  await web?.untilOk(probeOf.web);
  const up = await seen("it is back", []);

  say("  the database is away …");
  await scene.cluster.stop("immediate");
  const away = await seen("the database is away", ["DatabaseAway", "SpoolInUse"]);
  await scene.cluster.start();
  const back = await seen("the database is back", []);
  await gateway.stop();

  say("  the database is away, and the disk is full …");
  await scene.cluster.stop("immediate");
  // Past the balancer, which takes a receiver without room out.
  const port = scene.members.find(({ role }) => role === "receiver")?.port;
  const flood = scene.send({ perSecond: floodPerSecond, prefix: "FLOOD", origin: `http://127.0.0.1:${port}` });
  const full = await seen("and the spool is full", [
    "DatabaseAway",
    "NotificationsRefused",
    "SpoolInUse",
    "SpoolNearlyFull",
    "SpoolRefused",
  ]);
  await flood.stop();
  await scene.cluster.start();
  return [quiet, dashboard, down, up, away, back, full];
}
