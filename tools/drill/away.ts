import { setTimeout as wait } from "node:timers/promises";
import { say } from "#scripts/support/say.ts";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import type { DrillResult } from "./deploy.ts";
import { type DrainSpeed, measureDrain } from "./drain-speed.ts";
import { atMost, comparisonFigures, okFigure } from "./figures.ts";
import { signIn } from "./follower.ts";
import type { Heard } from "./gateway.ts";
import type { Member } from "./member.ts";
import { createPacketDrop } from "./packet-drop.ts";
import { openPages, type Pages } from "./pages.ts";
import type { Programs } from "./programs.ts";
import { openScene, probeOf, type Scene } from "./scene.ts";
import { readSpentAttempts, type SpentAttempts, startUpstream, type Upstream } from "./upstream.ts";

export type AwaySize = {
  killedSeconds: number;
  droppedSeconds: number;
  wrongSeconds: number;
  perSecond: number;
  spooled: number;
  /** By which goals of time are multiplied. */
  patience: number;
};

const okShareWanted = 0.999;
const okShareWrong = 0.05;
const decidedMsMax = 4_000;
const backSecondsMax = 5;
const drainedMin = 2_000;
const signInsMin = 10;
/** An attempt allowed just before may be sent until then (`permitUseMs` in lib/gateway/sign-in-call.ts). */
const allowedBeforeMs = 3_000;
/** As long as a readiness that was good before an outage may be remembered, and the balancer needs to notice. */
const noticedMs = 10_000;
/** Of the web process's connections, those for sessions and those for lists. */
const pagePaths = ["/api/session", "/api/demo/notifications"];
/** More than it has connections, so that an outage finds all of them in use. */
const pageLanes = 8;
const aroundMs = 2_000;
const pollMs = 50;
const giveUpMs = 60_000;
const attemptMs = 30_000;

type Outage = { heard: Heard; backSeconds: number; beganMs: number; endedMs: number };

/** The database is killed, cut off, and not there at a start; first with one readiness for everything, which must lose. */
export async function runAway(run: OwnRun, programs: Programs, size: AwaySize): Promise<DrillResult> {
  const wrong = await runWithOneReadiness(run, programs, size);
  const upstream = await startUpstream(run);
  const options = { run, programs, name: "away", receivers: 2, webs: 1, drainSeconds: 4 };
  const scene = await openScene({ ...options, env: { GATEWAY_HOSTS: upstream.host } });
  await upstream.connect(scene.database);
  const outages = await runOutages(scene, { programs, upstream, size });
  const { killed, dropped, started } = outages;
  const acknowledged = new Map(Object.values(outages).flatMap(({ heard }) => [...heard.acknowledged]));
  const comparison = await scene.compare({ ...killed.heard, acknowledged });
  const spent = await waitForSpent(scene);
  await Promise.all(scene.members.map((member) => member.stop()));
  const drained = await measureDrain(scene.database, run.folder, size.spooled);
  await scene.cluster.close();
  const figures = [
    wrongFigure(wrong),
    ...outageFigures(`away, killed for ${size.killedSeconds} s`, killed, size.patience),
    ...outageFigures(`away, packets dropped for ${size.droppedSeconds} s`, dropped, size.patience),
    ...outageFigures("away, started without it", started, size.patience),
    ...comparisonFigures("away", comparison),
    drainFigure(size, drained),
    ...signInFigures(upstream, Object.values(outages), spent),
  ];
  return { figures, details: { comparison, spent, drained } };
}

type Parts = { programs: Programs; upstream: Upstream; size: AwaySize };

async function runOutages(scene: Scene, { programs, upstream, size }: Parts) {
  const drop = createPacketDrop(programs, Number(new URL(scene.database.url).port));
  const kill = { begin: () => scene.cluster.stop("immediate"), end: () => scene.cluster.start() };
  const pages = openPages(scene.origin, await signIn(scene.origin, scene.database));
  const asking = [pages.keepAsking(upstream.paths), pages.keepAsking(pagePaths, pageLanes)];
  const killed = await withOutage({ scene, pages }, "killed", size, { ...kill, work: () => wait(size.killedSeconds * 1_000) });
  const cut = { begin: drop.begin, end: drop.end, work: () => wait(size.droppedSeconds * 1_000) };
  const dropped = await withOutage({ scene, pages }, "dropped", size, cut);
  // What a process that ends has heard from the gateway and cannot store counts as spent, as after a crash.
  await Promise.all(asking.map(({ stop }) => stop()));
  const started = await withOutage({ scene, pages }, "started", size, { ...kill, work: () => restartAll(scene) });
  return { killed, dropped, started };
}

/** A short run shares its machine, so that its speed says nothing and is not judged. */
function drainFigure({ spooled, patience }: AwaySize, drained: DrainSpeed): Figure {
  const { drainedPerSecond, drainedPerCpuSecond, barePerSecond } = drained;
  const [wall, cpu, bare] = [drainedPerSecond, drainedPerCpuSecond, barePerSecond].map(Math.round);
  const name = `away: ${spooled} from the spool into the database, each second`;
  const value = `${wall} (${cpu} for each second of processor time; a bare INSERT ${bare})`;
  return patience > 1 ? { name, value } : { name, value, goal: `at least ${drainedMin}`, isMet: drainedPerSecond >= drainedMin };
}

function signInFigures(upstream: Upstream, outages: readonly Outage[], spent: SpentAttempts): Figure[] {
  const during = outages.map(({ beganMs, endedMs }) => upstream.countSignIns(beganMs + allowedBeforeMs, endedMs));
  const reasons = spent.reasons.length > 0 ? ` (${spent.reasons.join("; ")})` : "";
  return [
    atLeast("away: sign-ins to the gateway", upstream.countSignIns(0, performance.now()), signInsMin),
    atMost(
      "away: sign-ins to the gateway without the database",
      during.reduce((sum, count) => sum + count),
      0,
    ),
    { ...atMost("away: sign-in attempts spent", spent.count, 0), value: `${spent.count}${reasons}` },
  ];
}

function wrongFigure({ ok, sent }: Heard): Figure {
  const share = ok / sent;
  const value = `${(share * 100).toFixed(2)} % of ${sent}`;
  return { name: "away, wrong (one readiness for everything): OK", value, goal: "at most 5 %", isMet: share <= okShareWrong };
}

async function runWithOneReadiness(run: OwnRun, programs: Programs, { wrongSeconds, perSecond }: AwaySize): Promise<Heard> {
  const options = { run, programs, name: "away-wrong", receivers: 2, webs: 0, drainSeconds: 0, hasOneReadiness: true };
  const scene = await openScene(options);
  await scene.cluster.stop("immediate");
  await wait(noticedMs);
  const gateway = scene.send({ perSecond, prefix: "WRONG" });
  await wait(wrongSeconds * 1_000);
  const heard = await gateway.stop();
  await Promise.all(scene.members.map((member) => member.stop()));
  return heard;
}

type Steps = { begin(): unknown; work(): Promise<unknown>; end(): unknown };

type Seen = { scene: Scene; pages: Pages };

/** Sends before, during and after the outage; measures how long after its end processes are ready and pages answer again. */
async function withOutage({ scene, pages }: Seen, prefix: string, size: AwaySize, steps: Steps): Promise<Outage> {
  const { begin, work, end } = steps;
  say(`  ${prefix} …`);
  const gateway = scene.send({ perSecond: size.perSecond, prefix });
  await wait(aroundMs);
  await begin();
  const beganMs = performance.now();
  await work();
  const endedMs = performance.now();
  await end();
  const backAt = performance.now();
  const giveUpAt = backAt + giveUpMs;
  for (const member of scene.members) {
    while (!(await member.isOk("/api/ready")) && performance.now() < giveUpAt) await wait(pollMs);
  }
  await pages.untilOk(pagePaths);
  const backSeconds = (performance.now() - backAt) / 1_000;
  await wait(aroundMs);
  return { heard: await gateway.stop(), backSeconds, beganMs, endedMs };
}

/** Receivers one after another, so that one of them always serves; then the web process, which the balancer does not see yet. */
async function restartAll({ members, restart }: Scene): Promise<void> {
  for (const member of members) {
    if (member.role === "receiver") await restart(member, probeOf.receiver);
    else await restartWithoutDatabase(member);
  }
  await wait(aroundMs);
}

async function restartWithoutDatabase(member: Member): Promise<void> {
  await member.stop();
  member.start();
  await member.untilOk("/api/startup");
}

function outageFigures(part: string, { heard, backSeconds }: Outage, patience: number): Figure[] {
  return [
    okFigure(`${part}: OK at the first try`, heard, okShareWanted),
    atMost(`${part}: slowest answer`, heard.latencyMs.max, decidedMsMax * patience, " ms"),
    atMost(`${part}: ready, and pages answer, after`, backSeconds, backSecondsMax * patience, " s"),
  ];
}

/** An attempt under way counts until its outcome is stored, so this waits for it. */
async function waitForSpent({ database }: Scene): Promise<SpentAttempts> {
  const giveUpAt = performance.now() + attemptMs;
  let spent = await readSpentAttempts(database.url);
  while (spent.count > 0 && performance.now() < giveUpAt) {
    await wait(pollMs);
    spent = await readSpentAttempts(database.url);
  }
  return spent;
}
