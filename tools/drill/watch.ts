import path from "node:path";
import { say } from "#scripts/support/say.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import type { DrillResult } from "./deploy.ts";
import type { Programs } from "./programs.ts";
import {
  changesHeldUp,
  databaseAway,
  listsHeldUp,
  processingHeldUp,
  standbyAway,
  tableMissing,
} from "./watch/database-faults.ts";
import { type Fault, listFiredDuring, type Played, playFault } from "./watch/fault.ts";
import { ledgersAway, merchantRefused, paymentUnknown, tokenForgotten } from "./watch/gateway-faults.ts";
import { journalAway, notificationDamaged, spoolDamaged, spoolFull } from "./watch/notification-faults.ts";
import { neverBackedUp, processDown, restartHalfway } from "./watch/process-faults.ts";
import { testRules } from "./watch/prometheus.ts";
import { listUnfired, readRules, shortenRules } from "./watch/rules.ts";
import { shopAway, shopRefuses } from "./watch/shop-faults.ts";
import { openStage, type Stage } from "./watch/stage.ts";

export type WatchSize = { quietSeconds: number; patience: number };

const perSecond = 5;

/** Before all is well. */
const firstFault = neverBackedUp;
const faults: readonly Fault[] = [
  processDown,
  restartHalfway,
  shopAway,
  shopRefuses,
  paymentUnknown,
  tokenForgotten,
  merchantRefused,
  ledgersAway,
  spoolDamaged,
  notificationDamaged,
  journalAway,
  tableMissing,
  listsHeldUp,
  changesHeldUp,
  processingHeldUp,
  standbyAway,
  databaseAway,
  spoolFull,
];

/** The rules against made-up series, then a Prometheus that watches real processes in real faults. A faulty rule runs first. */
export async function runWatch(run: OwnRun, programs: Programs, size: WatchSize): Promise<DrillResult> {
  const tested = await testRuleFigures(path.join(run.folder, "rules"), programs);
  const rules = await readRules();
  const stage = await openStage({ run, programs, rules: shortenRules(rules), patience: size.patience });
  const { quiet, played } = await playAll(stage, size);
  await stage.close();
  const fired = played.flatMap((fault) => fault.fired);
  const never = none("watch: alerts that did not fire", listUnfired(rules, fired));
  const seconds = Object.fromEntries(played.map((fault, index) => [[firstFault, ...faults][index]?.name, fault.seconds]));
  return { figures: [...tested, ...quiet, ...played.map(({ figure }) => figure), never], details: { seconds } };
}

async function testRuleFigures(folder: string, programs: Programs): Promise<Figure[]> {
  const faulty = await testRules({ folder, programs }, (rules) =>
    rules.replace("counterfoil_notify_spool_bytes - counterfoil_notify_spool_set_aside_bytes > 0", "vector(0) > 0"),
  );
  const problem = await testRules({ folder, programs });
  return [
    {
      name: "watch, wrong (a rule that asks for nothing): its test",
      value: faulty === undefined ? "passes" : "fails",
      goal: "fails",
      isMet: faulty !== undefined,
    },
    { name: "watch: rules and their tests", value: problem ?? "pass", goal: "pass", isMet: problem === undefined },
  ];
}

async function playAll(stage: Stage, { quietSeconds, patience }: WatchSize): Promise<{ quiet: Figure[]; played: Played[] }> {
  const notified = stage.scene.send({ perSecond, prefix: "WATCH" });
  const played = [await playFault(stage, firstFault, patience)];
  say("  all is well …");
  const fired = await listFiredDuring(stage.prometheus, quietSeconds * 1_000);
  const quiet = [
    none("watch, all is well: alerts at any time", fired),
    none("watch, the dashboard: panels without data", await stage.prometheus.listEmptyPanels()),
  ];
  for (const fault of faults) played.push(await playFault(stage, fault, patience));
  await notified.stop();
  return { quiet, played };
}

function none(name: string, found: readonly string[]): Figure {
  return { name, value: found.join(", ") || "none", goal: "none", isMet: found.length === 0 };
}
