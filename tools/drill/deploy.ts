import { setTimeout as wait } from "node:timers/promises";
import { listStaticOfBefore } from "#scripts/support/keep-static-files.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import { atLeast, atMost, comparisonFigures, okFigure } from "./figures.ts";
import { countGaps, followEvents, signIn } from "./follower.ts";
import type { Heard } from "./gateway.ts";
import { type Asked, openPages } from "./pages.ts";
import type { Programs } from "./programs.ts";
import { openScene, probeOf, type Scene } from "./scene.ts";

export type DeploySize = {
  /** Receivers, and as many web processes. */
  processes: number;
  restarts: number;
  wrongRestarts: number;
  perSecond: number;
  /** By which goals of time are multiplied. */
  patience: number;
};
export type DrillResult = { figures: Figure[]; details: Record<string, unknown> };

/** Longer than the balancer needs to notice. */
const drainSeconds = 4;
const p99MsMax = 1_000;
const followers = 2;
const settleMs = 5_000;

/** Processes are restarted one after another under load; the faulty ones, which close their door at once, first. */
export async function runDeploy(run: OwnRun, programs: Programs, size: DeploySize): Promise<DrillResult> {
  const wrong = await runWithoutDrain(run, programs, size);
  const { calm, heard, comparison, pages, gaps, reconnects, scripts, ofBefore } = await runRight(run, programs, size);
  const refused = wrong.sent - wrong.ok;
  const figures = [
    atLeast("deploy, wrong (DRAIN_SECONDS=0): not OK at the first try", refused, 1),
    okFigure(`deploy, ${size.restarts} restarts: OK at the first try`, heard, 1),
    p99Figure(size, heard, calm),
    ...comparisonFigures("deploy", comparison),
    atMost(`deploy: events missed by ${followers} pages`, gaps, 0),
    { name: "deploy: event streams resumed", value: String(reconnects) },
    atMost(`deploy: pages of ${pages.asked} that did not come`, pages.failed, 0),
    atMost(`deploy: files of ${scripts.asked} of a page opened before that did not come`, scripts.failed, 0),
    filesOfBeforeFigure(ofBefore),
  ];
  const { acknowledged: _, ...rest } = heard;
  return { figures, details: { wrong: { sent: wrong.sent, failures: wrong.failures }, right: rest, comparison } };
}

function p99Figure({ patience }: DeploySize, heard: Heard, calm: Heard): Figure {
  const figure = atMost("deploy: 99 % answered within", heard.latencyMs.p99, p99MsMax * patience, " ms");
  return { ...figure, value: `${figure.value} (${calm.latencyMs.p99.toFixed(0)} ms before the restarts)` };
}

/** Pages that were open before the last build load them later. */
function filesOfBeforeFigure({ asked, failed }: Asked): Figure {
  const name = "deploy: files of the build before that did not come";
  return asked === 0 ? { name, value: "none, built once" } : { ...atMost(name, failed, 0), value: `${failed} of ${asked}` };
}

async function runWithoutDrain(run: OwnRun, programs: Programs, { wrongRestarts, perSecond }: DeploySize): Promise<Heard> {
  const scene = await openScene({ run, programs, name: "deploy-wrong", receivers: 2, webs: 0, drainSeconds: 0 });
  const gateway = scene.send({ perSecond, prefix: "WRONG" });
  await restartInTurn(scene, wrongRestarts);
  const heard = await gateway.stop();
  await stopAll(scene);
  return heard;
}

async function runRight(run: OwnRun, programs: Programs, { processes, restarts, perSecond }: DeploySize) {
  const scene = await openScene({ run, programs, name: "deploy", receivers: processes, webs: processes, drainSeconds });
  const cookie = await signIn(scene.origin, scene.database);
  const open = await filesOfPage(scene.origin);
  const following = Array.from({ length: followers }, () => followEvents(scene.origin, cookie));
  await wait(settleMs);
  const pages = openPages(scene.origin, cookie).keepAsking(["/api/session"]);
  const before = scene.send({ perSecond, prefix: "CALM" });
  await wait(settleMs);
  const calm = await before.stop();
  const gateway = scene.send({ perSecond, prefix: "DEPLOY" });
  await restartInTurn(scene, restarts);
  const heard = await gateway.stop();
  const asked = await pages.stop();
  const acknowledged = new Map([...calm.acknowledged, ...heard.acknowledged]);
  const comparison = await scene.compare({ ...heard, acknowledged });
  const gaps = await countGaps(scene.database.url, following);
  const scripts = await askForAll(scene.origin, open);
  const old = (await listStaticOfBefore(".next")).filter((name) => /\.(js|css)$/.test(name));
  const ofBefore = await askForAll(
    scene.origin,
    old.map((name) => `/_next/static/${name}`),
  );
  await Promise.all(following.map((follower) => follower.stop()));
  await stopAll(scene);
  const reconnects = following.reduce((sum, follower) => sum + follower.counts().reconnects, 0);
  return { calm, heard, comparison, pages: asked, gaps, reconnects, scripts, ofBefore };
}

async function restartInTurn({ members, restart }: Scene, restarts: number): Promise<void> {
  for (let done = 0; done < restarts; done++) {
    const member = members[done % members.length];
    if (member) await restart(member, probeOf[member.role]);
  }
}

/** The processes end without a drain period of their own to wait for. */
async function stopAll({ members, cluster }: Scene): Promise<void> {
  await Promise.all(members.map((member) => member.stop()));
  await cluster.close();
}

/** Scripts and style sheets of the sign-in page. */
async function filesOfPage(origin: string): Promise<string[]> {
  const html = await (await fetch(`${origin}/login`)).text();
  const files = [...new Set(html.match(/\/_next\/static\/[^"'\\ ]+\.(?:js|css)/g))];
  if (files.length === 0) throw new Error("The sign-in page names no files.");
  return files;
}

async function askForAll(origin: string, paths: readonly string[]): Promise<Asked> {
  const answers = await Promise.all(paths.map((path) => fetch(`${origin}${path}`).catch(() => undefined)));
  await Promise.all(answers.map((answer) => answer?.arrayBuffer()));
  const failed = answers.filter((answer) => !answer?.ok);
  return { asked: paths.length, failed: failed.length, failures: failed.map((answer) => String(answer?.status)) };
}
