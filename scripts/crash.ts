import { type OwnRun, withOwnRun } from "#tools/bench/support/own-run.ts";
import { type Figure, publish } from "#tools/bench/support/report.ts";
import { runDiskFull } from "#tools/crash/disk-full.ts";
import { diskFigures, killFigures, mistakeFigure, outageFigures, toDetails } from "#tools/crash/figures.ts";
import { type KillGoals, runKills } from "#tools/crash/kill-run.ts";
import { runMistake } from "#tools/crash/mistakes.ts";
import { runOutage } from "#tools/crash/outage.ts";
import { ensureBuilt } from "./support/build-app.ts";
import { readFlags } from "./support/read-flags.ts";
import { say } from "./support/say.ts";

type Size = {
  goals: KillGoals;
  outage: { seconds: number; perSecond: number };
  /** `smoke` tries only the fault that a change of the code can introduce. */
  withEverything: boolean;
  /** Only checks that everything starts and finishes: no fault is tried and no goal evaluated. */
  isTiny?: boolean;
};

const minute = { seconds: 60, perSecond: 50 };
const sizes = {
  tiny: {
    goals: { acknowledged: 20, kills: 1, restarts: 1 },
    outage: { seconds: 1, perSecond: 20 },
    withEverything: false,
    isTiny: true,
  },
  // One kill at each point; fewer reveal the faulty receiver that runs first.
  smoke: { goals: { acknowledged: 300, kills: 5, restarts: 1 }, outage: minute, withEverything: false },
  usual: { goals: { acknowledged: 2_000, kills: 35, restarts: 6 }, outage: minute, withEverything: true },
  long: { goals: { acknowledged: 20_000, kills: 205, restarts: 20 }, outage: minute, withEverything: true },
} satisfies Record<string, Size>;

const { tiny, smoke, long } = readFlags({
  tiny: { type: "boolean", default: false },
  smoke: { type: "boolean", default: false },
  long: { type: "boolean", default: false },
});
await ensureBuilt();
process.exitCode = await withOwnRun("crash", (run) =>
  tryAll(run, sizes[tiny ? "tiny" : smoke ? "smoke" : long ? "long" : "usual"]),
);

type Tried = { figures: Figure[]; details: Record<string, unknown> };

/** The faulty receivers run first: a run that cannot detect their losses proves nothing about ours. */
async function tryAll(run: OwnRun, { goals, outage, withEverything, isTiny = false }: Size): Promise<0 | 1> {
  const tried: Tried[] = [];
  if (!isTiny) tried.push(await tryEarly(run));
  if (withEverything) tried.push(await tryUnflushed(run), await tryDisk(run));
  if (withEverything || isTiny) tried.push(await tryOutage(run, outage));
  const killed = await withProgress(`${goals.kills} kills, ${goals.restarts} immediate restarts`, () =>
    runKills({ run, name: "right", goals }),
  );
  return publish({
    name: "crash",
    figures: [...killFigures(killed, goals), ...tried.flatMap(({ figures }) => figures)],
    details: Object.assign({ killed: toDetails(killed) }, ...tried.map(({ details }) => details)),
    isTiny,
  });
}

async function tryEarly(run: OwnRun): Promise<Tried> {
  const early = await withProgress("a receiver that says OK before the commit", () =>
    runMistake(run, "acknowledge_before_commit"),
  );
  return { figures: [mistakeFigure("OK before the commit", early)], details: { early: toDetails(early) } };
}

async function tryUnflushed(run: OwnRun): Promise<Tried> {
  const unflushed = await withProgress("synchronous_commit = off", () => runMistake(run, "commit_without_flush"));
  return { figures: [mistakeFigure("synchronous_commit = off", unflushed)], details: { unflushed: toDetails(unflushed) } };
}

async function tryOutage(run: OwnRun, outage: Size["outage"]): Promise<Tried> {
  const away = await withProgress(`database away for ${outage.seconds} s`, () => runOutage({ run, ...outage }));
  return { figures: outageFigures(away, outage.seconds), details: { away: toDetails(away) } };
}

async function tryDisk(run: OwnRun): Promise<Tried> {
  const disk = await withProgress("disk full", () => runDiskFull(run));
  return { figures: diskFigures(disk), details: { disk: toDetails(disk) } };
}

async function withProgress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  say(`${what} …`);
  const result = await work();
  say(`  took ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  return result;
}
