import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { say } from "#scripts/support/say.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import type { DrillResult } from "./deploy.ts";
import { measureDrain } from "./drain-speed.ts";
import { atLeast, atMost, comparisonFigures, okFigure } from "./figures.ts";
import type { Heard } from "./gateway.ts";
import { createPacketDrop } from "./packet-drop.ts";
import type { Programs } from "./programs.ts";
import { openScene, type Scene } from "./scene.ts";

export type AwaySize = {
  killedSeconds: number;
  droppedSeconds: number;
  wrongSeconds: number;
  perSecond: number;
  spooled: number;
};

const okShareWanted = 0.999;
const okShareWrong = 0.05;
const decidedMsMax = 4_000;
const backSecondsMax = 5;
const drainedMin = 2_000;
/** As long as a readiness that was good before an outage may be remembered, and the balancer needs to notice. */
const noticedMs = 10_000;
const aroundMs = 2_000;
const pollMs = 50;
const giveUpMs = 60_000;
const attemptMs = 30_000;

/** A small sandbox, so that processes also sign in to a gateway while their database comes and goes. */
const env = { SANDBOX: "on", SANDBOX_MERCHANTS: "2", SANDBOX_TRANSACTIONS: "100", SANDBOX_LIVE: "off" };

type Outage = { heard: Heard; backSeconds: number };

/** The database is killed, cut off, and not there at a start; first with one readiness for everything, which must lose. */
export async function runAway(run: OwnRun, programs: Programs, size: AwaySize): Promise<DrillResult> {
  const wrong = await runWithOneReadiness(run, programs, size);
  const scene = await openScene({ run, programs, name: "away", receivers: 2, webs: 1, drainSeconds: 4, env });
  const spentBefore = await countAttempts(scene);
  const { killed, dropped, started } = await runOutages(scene, programs, size);
  const acknowledged = new Map([killed, dropped, started].flatMap(({ heard }) => [...heard.acknowledged]));
  const comparison = await scene.compare({ ...killed.heard, acknowledged });
  const spent = await countSpent(scene, spentBefore);
  await Promise.all(scene.members.map((member) => member.stop()));
  const drained = Math.round(await measureDrain(scene.database, run.folder, size.spooled));
  await scene.cluster.close();
  const figures = [
    wrongFigure(wrong),
    ...outageFigures(`away, killed for ${size.killedSeconds} s`, killed),
    ...outageFigures(`away, packets dropped for ${size.droppedSeconds} s`, dropped),
    ...outageFigures("away, started without it", started),
    ...comparisonFigures("away", comparison),
    atLeast(`away: ${size.spooled} from the spool into the database, each second`, drained, drainedMin),
    atMost("away: failed sign-ins to the gateway", spent, 0),
  ];
  return { figures, details: { comparison, spent, drained } };
}

async function runOutages(scene: Scene, programs: Programs, size: AwaySize) {
  const drop = createPacketDrop(programs, Number(new URL(scene.database.url).port));
  const kill = { begin: () => scene.cluster.stop("immediate"), end: () => scene.cluster.start() };
  return {
    killed: await withOutage(scene, "killed", size, { ...kill, work: () => wait(size.killedSeconds * 1_000) }),
    dropped: await withOutage(scene, "dropped", size, {
      begin: drop.begin,
      work: () => wait(size.droppedSeconds * 1_000),
      end: drop.end,
    }),
    started: await withOutage(scene, "started", size, { ...kill, work: () => restartAll(scene) }),
  };
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

/** Sends before, during and after the outage; measures how long after its end the last process is ready again. */
async function withOutage(scene: Scene, prefix: string, { perSecond }: AwaySize, { begin, work, end }: Steps): Promise<Outage> {
  say(`  ${prefix} …`);
  const gateway = scene.send({ perSecond, prefix });
  await wait(aroundMs);
  await begin();
  await work();
  await end();
  const endedAt = performance.now();
  const giveUpAt = endedAt + giveUpMs;
  for (const member of scene.members) {
    while (!(await member.isOk("/api/ready")) && performance.now() < giveUpAt) await wait(pollMs);
  }
  const backSeconds = (performance.now() - endedAt) / 1_000;
  await wait(aroundMs);
  return { heard: await gateway.stop(), backSeconds };
}

/** Receivers one after another, so that one of them always serves; then the web process. */
async function restartAll({ members }: Scene): Promise<void> {
  for (const member of members) {
    await member.stop();
    member.start();
    await member.untilOk("/api/ready?for=notify");
  }
  await wait(aroundMs);
}

function outageFigures(part: string, { heard, backSeconds }: Outage): Figure[] {
  return [
    okFigure(`${part}: OK at the first try`, heard, okShareWanted),
    atMost(`${part}: slowest answer`, heard.latencyMs.max, decidedMsMax, " ms"),
    atMost(`${part}: all ready again after`, backSeconds, backSecondsMax, " s"),
  ];
}

/** An attempt under way counts until its outcome is stored, so this waits for it. */
async function countSpent(scene: Scene, before: number): Promise<number> {
  const giveUpAt = performance.now() + attemptMs;
  let spent = (await countAttempts(scene)) - before;
  while (spent > 0 && performance.now() < giveUpAt) {
    await wait(pollMs);
    spent = (await countAttempts(scene)) - before;
  }
  return spent;
}

/** Attempts that count towards the gateway's lockout. */
async function countAttempts({ database }: Scene): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client
    .query<{ count: number }>("select coalesce(sum(failed_attempt_count), 0)::int as count from identity_pair")
    .finally(() => client.end());
  return rows[0]?.count ?? 0;
}
