import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import { atLeast, atMost, comparisonFigures, okFigure } from "./figures.ts";
import { type Follower, followEvents, signIn } from "./follower.ts";
import type { Heard } from "./gateway.ts";
import type { Programs } from "./programs.ts";
import { openScene, probeOf, type Scene, untilBalanced } from "./scene.ts";

export type DeploySize = { restarts: number; wrongRestarts: number; perSecond: number };
export type DrillResult = { figures: Figure[]; details: Record<string, unknown> };

/** Longer than the balancer needs to notice. */
const drainSeconds = 4;
const p99MsMax = 1_000;
const followers = 2;
const pageEveryMs = 250;
const settleMs = 5_000;

/** Processes are restarted one after another under load; the faulty ones, which close their door at once, first. */
export async function runDeploy(run: OwnRun, programs: Programs, size: DeploySize): Promise<DrillResult> {
  const wrong = await runWithoutDrain(run, programs, size);
  const { heard, comparison, pages, gaps, reconnects, scripts } = await runRight(run, programs, size);
  const refused = wrong.sent - wrong.ok;
  const figures = [
    atLeast("deploy, wrong (DRAIN_SECONDS=0): not OK at the first try", refused, 1),
    okFigure(`deploy, ${size.restarts} restarts: OK at the first try`, heard, 1),
    atMost("deploy: 99 % answered within", heard.latencyMs.p99, p99MsMax, " ms"),
    ...comparisonFigures("deploy", comparison),
    atMost(`deploy: events missed by ${followers} pages`, gaps, 0),
    { name: "deploy: event streams resumed", value: String(reconnects) },
    atMost(`deploy: pages of ${pages.asked} that did not come`, pages.failed, 0),
    atMost(`deploy: files of ${scripts.asked} of a page opened before that did not come`, scripts.failed, 0),
  ];
  const { acknowledged: _, ...rest } = heard;
  return { figures, details: { wrong: { sent: wrong.sent, failures: wrong.failures }, right: rest, comparison } };
}

async function runWithoutDrain(run: OwnRun, programs: Programs, { wrongRestarts, perSecond }: DeploySize): Promise<Heard> {
  const scene = await openScene({ run, programs, name: "deploy-wrong", receivers: 2, webs: 0, drainSeconds: 0 });
  const gateway = scene.send({ perSecond, prefix: "WRONG" });
  await restartInTurn(scene, wrongRestarts);
  const heard = await gateway.stop();
  await stopAll(scene);
  return heard;
}

async function runRight(run: OwnRun, programs: Programs, { restarts, perSecond }: DeploySize) {
  const scene = await openScene({ run, programs, name: "deploy", receivers: 3, webs: 3, drainSeconds });
  const cookie = await signIn(scene.origin, scene.database);
  const open = await filesOfPage(scene.origin);
  const following = Array.from({ length: followers }, () => followEvents(scene.origin, cookie));
  await wait(settleMs);
  const pages = askForPages(scene.origin, cookie);
  const gateway = scene.send({ perSecond, prefix: "DEPLOY" });
  await restartInTurn(scene, restarts);
  const heard = await gateway.stop();
  const asked = await pages.stop();
  const comparison = await scene.compare(heard);
  const gaps = await countGaps(scene, following);
  const scripts = await askForAll(scene.origin, open);
  await Promise.all(following.map((follower) => follower.stop()));
  await stopAll(scene);
  const reconnects = following.reduce((sum, follower) => sum + follower.counts().reconnects, 0);
  return { heard, comparison, pages: asked, gaps, reconnects, scripts };
}

async function restartInTurn({ members }: Scene, restarts: number): Promise<void> {
  for (let done = 0; done < restarts; done++) {
    const member = members[done % members.length];
    await member?.stop();
    member?.start();
    await member?.untilOk(probeOf[member.role]);
    await untilBalanced();
  }
}

/** The processes end without a drain period of their own to wait for. */
async function stopAll({ members, cluster }: Scene): Promise<void> {
  await Promise.all(members.map((member) => member.stop()));
  await cluster.close();
}

/** Events of stored notifications that a page was never told about; a reload, which hides a gap, counts as well. */
async function countGaps({ database }: Scene, following: readonly Follower[]): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from delivery").finally(() => client.end());
  const countNow = () =>
    following.reduce((sum, { seen, counts }) => sum + rows.filter(({ id }) => !seen.has(id)).length + counts().reloads, 0);
  for (let round = 0; countNow() > 0 && round < 20; round++) await wait(settleMs / 10);
  return countNow();
}

/** Opens a page again and again, as somebody at work does. */
function askForPages(origin: string, cookie: string): { stop(): Promise<{ asked: number; failed: number }> } {
  const counts = { asked: 0, failed: 0 };
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      counts.asked += 1;
      const answer = await fetch(`${origin}/api/session`, { headers: { cookie } }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      if (!answer?.ok) counts.failed += 1;
      await wait(pageEveryMs);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await asking;
      return counts;
    },
  };
}

/** Scripts and style sheets of the sign-in page. */
async function filesOfPage(origin: string): Promise<string[]> {
  const html = await (await fetch(`${origin}/login`)).text();
  return [...new Set(html.match(/\/_next\/static\/[^"'\\ ]+\.(?:js|css)/g))];
}

async function askForAll(origin: string, paths: readonly string[]): Promise<{ asked: number; failed: number }> {
  const answers = await Promise.all(paths.map((path) => fetch(`${origin}${path}`).catch(() => undefined)));
  await Promise.all(answers.map((answer) => answer?.arrayBuffer()));
  return { asked: paths.length, failed: paths.length === 0 ? 1 : answers.filter((answer) => !answer?.ok).length };
}
