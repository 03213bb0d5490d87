import { type OwnRun, withOwnRun } from "#bench/support/own-run.ts";
import { publish } from "#bench/support/report.ts";
import { ensureBuilt } from "./support/build-app.ts";
import { runDiskFull } from "./support/crash/disk-full.ts";
import { diskFigures, killFigures, mistakeFigure, outageFigures, toDetails } from "./support/crash/figures.ts";
import { type KillGoals, runKills } from "./support/crash/kill-run.ts";
import { runMistake } from "./support/crash/mistakes.ts";
import { runOutage } from "./support/crash/outage.ts";
import { readFlags } from "./support/read-flags.ts";
import { say } from "./support/say.ts";

type Size = { goals: KillGoals; outage: { seconds: number; perSecond: number }; withSmallDisk: boolean };

const sizes = {
  smoke: { goals: { acknowledged: 300, kills: 10, restarts: 2 }, outage: { seconds: 8, perSecond: 50 }, withSmallDisk: false },
  usual: { goals: { acknowledged: 2_000, kills: 35, restarts: 6 }, outage: { seconds: 60, perSecond: 50 }, withSmallDisk: true },
  long: {
    goals: { acknowledged: 20_000, kills: 205, restarts: 20 },
    outage: { seconds: 60, perSecond: 50 },
    withSmallDisk: true,
  },
} satisfies Record<string, Size>;

const { smoke, long } = readFlags({
  smoke: { type: "boolean", default: false },
  long: { type: "boolean", default: false },
});
await ensureBuilt();
process.exitCode = await withOwnRun("crash", (run) => tryAll(run, sizes[smoke ? "smoke" : long ? "long" : "usual"]));

/** The mistaken receivers first: a run that cannot see their losses proves nothing about ours. */
async function tryAll(run: OwnRun, { goals, outage, withSmallDisk }: Size): Promise<0 | 1> {
  const early = await told("a receiver that says OK before the commit", () => runMistake(run, "acknowledge_before_commit"));
  const unflushed = await told("synchronous_commit = off", () => runMistake(run, "commit_without_flush"));
  const away = await told(`database away for ${outage.seconds} s`, () => runOutage({ run, ...outage }));
  const disk = withSmallDisk ? await told("disk full", () => runDiskFull(run)) : undefined;
  const killed = await told(`${goals.kills} kills, ${goals.restarts} immediate restarts`, () =>
    runKills({ run, name: "right", goals }),
  );
  return publish({
    name: "crash",
    figures: [
      ...killFigures(killed, goals),
      mistakeFigure("OK before the commit", early),
      mistakeFigure("synchronous_commit = off", unflushed),
      ...outageFigures(away, outage.seconds),
      ...(disk === undefined ? [] : diskFigures(disk)),
    ],
    details: {
      killed: toDetails(killed),
      early: toDetails(early),
      unflushed: toDetails(unflushed),
      away: toDetails(away),
      disk: toDetails(disk),
    },
  });
}

async function told<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  say(`${what} …`);
  const result = await work();
  say(`  took ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  return result;
}
