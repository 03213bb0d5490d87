import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import { type Opened, openBrowser } from "./browser-pages.ts";
import { atMost, comparisonFigures, okFigure } from "./figures.ts";
import { countGaps, followEvents, signIn } from "./follower.ts";
import type { Heard } from "./gateway.ts";
import { makeLaterBuild } from "./other-build.ts";
import { type Asked, openPages } from "./pages.ts";
import type { Programs } from "./programs.ts";
import { openScene, probeOf, type Scene } from "./scene.ts";

export type DeploySize = {
  /** Receivers, and as many web processes. */
  processes: number;
  restarts: number;
  wrongRestarts: number;
  wrongPages: number;
  perSecond: number;
  /** By which goals of time are multiplied. */
  patience: number;
};
export type DrillResult = { figures: Figure[]; details: Record<string, unknown> };

/** Longer than the balancer needs to notice. */
const drainSeconds = 4;
const p99MsMax = 1_000;
/** A page with its data, and what it asks for. */
const pagePaths = ["/demo", "/api/session", "/api/demo/notifications"];
const followers = 2;
const settleMs = 5_000;

/** Processes are restarted one after another under load; the faulty ones, which close their port at once, first. */
export async function runDeploy(run: OwnRun, programs: Programs, size: DeploySize): Promise<DrillResult> {
  const wrong = await runWithoutDrain(run, programs, size);
  const later = path.join(run.folder, "later");
  await makeLaterBuild(later);
  const mixed = await runMixed(run, programs, { later, pages: size.wrongPages });
  const { calm, heard, comparison, pages, gaps, reconnects, scripts, opened, old } = await runRight(run, programs, {
    ...size,
    later,
  });
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
    atLeast(
      `deploy, wrong (no cookie of the balancer): faults on ${mixed.opened} pages beside two builds`,
      mixed.faults.length,
      1,
    ),
    atMost(`deploy: faults on ${opened.opened} pages opened while a later build was rolled out`, opened.faults.length, 0),
    atMost("deploy: faults on a page of the build before, used after it", old.length, 0),
  ];
  const { acknowledged: _, ...rest } = heard;
  return { figures, details: { opened, old, wrong: { sent: wrong.sent, failures: wrong.failures }, right: rest, comparison } };
}

function p99Figure({ patience }: DeploySize, heard: Heard, calm: Heard): Figure {
  const figure = atMost("deploy: 99 % answered within", heard.latencyMs.p99, p99MsMax * patience, " ms");
  return { ...figure, value: `${figure.value} (${calm.latencyMs.p99.toFixed(0)} ms before the restarts)` };
}

async function runWithoutDrain(run: OwnRun, programs: Programs, { wrongRestarts, perSecond }: DeploySize): Promise<Heard> {
  const scene = await openScene({ run, programs, name: "deploy-wrong", receivers: 2, webs: 0, drainSeconds: 0 });
  const gateway = scene.send({ perSecond, prefix: "WRONG" });
  await restartInTurn(scene, wrongRestarts);
  const heard = await gateway.stop();
  await stopAll(scene);
  return heard;
}

/** Two web processes with different pages, and no cookie that keeps a page and its scripts together. */
async function runMixed(run: OwnRun, programs: Programs, { later, pages }: { later: string; pages: number }): Promise<Opened> {
  const scene = await openScene({
    run,
    programs,
    name: "deploy-mixed",
    receivers: 0,
    webs: 2,
    drainSeconds: 0,
    hasNoCookie: true,
  });
  const [, second] = scene.members;
  if (second) await scene.restart(second, probeOf.web, later);
  const browsing = await openBrowser(run, scene.origin, await signIn(scene.origin, scene.database));
  const opened = await browsing.keepOpening().stop(pages);
  await stopAll(scene);
  return opened;
}

type RightSize = DeploySize & { later: string };

async function runRight(run: OwnRun, programs: Programs, { processes, restarts, perSecond, later }: RightSize) {
  const scene = await openScene({ run, programs, name: "deploy", receivers: processes, webs: processes, drainSeconds });
  const cookie = await signIn(scene.origin, scene.database);
  const open = await filesOfPage(scene.origin);
  const following = Array.from({ length: followers }, () => followEvents(scene.origin, cookie));
  const browsing = await openBrowser(run, scene.origin, cookie);
  const oldPage = await browsing.openPage();
  await wait(settleMs);
  const pages = openPages(scene.origin, cookie).keepAsking(pagePaths);
  const before = scene.send({ perSecond, prefix: "CALM" });
  await wait(settleMs);
  const calm = await before.stop();
  const gateway = scene.send({ perSecond, prefix: "DEPLOY" });
  const opening = browsing.keepOpening();
  await restartInTurn(scene, restarts, later);
  const opened = await opening.stop();
  const heard = await gateway.stop();
  const old = await oldPage.use();
  const asked = await pages.stop();
  const acknowledged = new Map([...calm.acknowledged, ...heard.acknowledged]);
  const comparison = await scene.compare({ ...heard, acknowledged });
  const gaps = await countGaps(scene.database.url, following);
  const scripts = await askForAll(scene.origin, open);
  await Promise.all(following.map((follower) => follower.stop()));
  await stopAll(scene);
  const reconnects = following.reduce((sum, follower) => sum + follower.counts().reconnects, 0);
  return { calm, heard, comparison, pages: asked, gaps, reconnects, scripts, opened, old };
}

/** Web processes come back with the pages in `folder`. */
async function restartInTurn({ members, restart }: Scene, restarts: number, folder?: string): Promise<void> {
  for (let done = 0; done < restarts; done++) {
    const member = members[done % members.length];
    if (member) await restart(member, probeOf[member.role], member.role === "web" ? folder : undefined);
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
