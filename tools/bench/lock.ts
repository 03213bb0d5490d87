import { setTimeout as sleep } from "node:timers/promises";
import { say } from "#scripts/support/say.ts";
import type { AppProcess } from "./support/app-process.ts";
import { type Cluster, startCluster } from "./support/cluster.ts";
import { atMost } from "./support/goals.ts";
import { measureAudit } from "./support/lock/audit-chain.ts";
import { triedFigure } from "./support/lock/figures.ts";
import { type LockScene, openLockScene } from "./support/lock/lock-scene.ts";
import { type Sizes, tiny, usual } from "./support/lock/sizes.ts";
import { type OwnRun, withOwnRun } from "./support/own-run.ts";
import { readParts, readSizes } from "./support/read-sizes.ts";
import { type Figure, publish } from "./support/report.ts";

const processes = 4;
const warmWithinMs = 60_000;
const coldMerchants = 8;
const settleMs = 2_000;
const sessionsMax = 3;

/**
 * `npm run bench -- lock`: a thousand callers in four processes over one integration, some of whose merchants the gateway
 * rejects, while processes are killed and database and gateway are restarted; a cold start; a gateway that invalidates every
 * token and session early; ten minutes of steady calls; and users
 * who act at the same time, each action a link of the audit log's chain. `--parts audit` runs a subset.
 */
export function run(args: readonly string[]): Promise<0 | 1> {
  return withOwnRun("lock", (own) => measure(own, readSizes(args, usual, tiny)));
}

async function measure(own: OwnRun, sizes: Sizes): Promise<0 | 1> {
  const cluster = await startCluster(own.folder);
  own.defer(() => cluster.close());
  const parts = {
    cold: async () => measureCold(own, await cluster.createDatabase("cold"), sizes),
    restarted: async () => measureRestarted(own, await cluster.createDatabase("restarted"), sizes),
    storm: () => measureStorm(own, cluster, sizes),
    steady: async () => measureSteady(own, await cluster.createDatabase("steady"), sizes),
    audit: async () => measureAudit(own, await cluster.createDatabase("audit"), sizes),
  };
  const selectedParts = readParts(sizes.parts, Object.keys(parts));
  const figures: Figure[] = [];
  const details: Record<string, unknown> = {};
  for (const [name, measurePart] of Object.entries(parts)) {
    if (!selectedParts.has(name)) continue;
    const part = await measurePart();
    figures.push(...part.figures);
    details[name] = part.details;
  }
  return publish({ name: "lock", figures, details, isTiny: sizes.isTiny });
}

/** Every caller at once with an empty cache: one token, and one session for each merchant. */
async function measureCold(own: OwnRun, databaseUrl: string, { callers }: Sizes) {
  const scene = await openLockScene(own, { name: "cold", databaseUrl, refused: 0, sandbox: {}, slugs: coldMerchants });
  const started = startAll(scene, { callers, rounds: 1, pauseMs: 0 });
  await Promise.all(started.map(({ ended }) => ended));
  const { calls } = await scene.stats();
  const sessions = Math.max(...scene.good.map((slug) => calls[`session:${slug}`] ?? 0));
  const ok = sum(await scene.told(), (_, outcome) => outcome === "ok");
  return {
    details: calls,
    figures: [
      atMost("cold start, token calls", calls.token ?? 0, 1),
      atMost("cold start, session calls of a merchant", sessions, 1),
      { name: "cold start, calls answered", value: `${ok} of ${callers}`, goal: `${callers}`, isMet: ok === callers },
    ],
  };
}

/**
 * A restarted gateway rejects earlier credentials: every caller recovers without help. The restarts follow each other faster
 * than a token may be renewed (a minute), as when a gateway is replaced machine by machine.
 */
async function measureRestarted(own: OwnRun, databaseUrl: string, { callers, gatewayRestarts, againSeconds }: Sizes) {
  const scene = await openLockScene(own, { name: "restarted", databaseUrl, refused: 0, sandbox: {}, slugs: coldMerchants });
  const running = startAll(scene, { callers, pauseMs: 400 });
  await until(warmWithinMs, async () => isWarm(scene, await scene.told()));
  const warm = { outcomes: await scene.told(), outcome: "ok" };
  let back = 0;
  let tokens = 0;
  let sessions = 0;
  for (let restarted = 0; restarted < gatewayRestarts; restarted++) {
    const before = await scene.stats();
    await scene.restartGateway();
    // Callers report earlier responses within a second.
    await sleep(settleMs);
    const { seconds, releases } = await waitForGood(scene, againSeconds * 1_000);
    if (seconds !== undefined && releases === 0) back += 1;
    await sleep(settleMs);
    const { calls } = await scene.stats();
    const more = (name: string) => (calls[name] ?? 0) - (before.calls[name] ?? 0);
    tokens = Math.max(tokens, more("token"));
    sessions = Math.max(sessions, ...scene.good.map((slug) => more(`session:${slug}`)));
  }
  for (const app of running) app.kill("SIGKILL");
  const { failuresMax, calls } = await scene.stats();
  return {
    details: { calls, failuresMax },
    figures: [
      triedFigure("restarted gateway, merchants that worked before", scene.good, warm),
      {
        name: "restarted gateway, all merchants work again by themselves",
        value: `${back} of ${gatewayRestarts}`,
        goal: `${gatewayRestarts}`,
        isMet: back === gatewayRestarts,
      },
      atMost("restarted gateway, token calls for each", tokens, 1),
      atMost("restarted gateway, session calls of a merchant for each", sessions, 2),
      atMost("restarted gateway, failures in a row, the integration", failuresMax.integration ?? 0, 2),
    ],
  };
}

/** Rejected merchants beside good ones, during kills and restarts, with a manual retry in between. */
async function measureStorm(own: OwnRun, cluster: Cluster, sizes: Sizes) {
  const { callers, kills, killPauseMs, restarts, againSeconds } = sizes;
  const databaseUrl = await cluster.createDatabase("storm");
  const sandbox = { sessionSeconds: 40, tokenSeconds: 45, latencyMs: 20 };
  const scene = await openLockScene(own, { name: "storm", databaseUrl, refused: 2, sandbox, slugs: coldMerchants });
  const running = startAll(scene, { callers, pauseMs: 400 });
  await until(warmWithinMs, async () => isWarm(scene, await scene.told()));
  let automatic: Record<string, number> = {};
  let tried = await scene.told();
  for (let kill = 0; kill < kills; kill++) {
    await sleep(killPauseMs * (0.5 + Math.random()));
    const index = Math.floor(Math.random() * running.length);
    running[index]?.kill("SIGKILL");
    running[index] = scene.startCaller({ callers: callers / processes, pauseMs: 400 });
    if (kill % Math.ceil(kills / restarts) === Math.min(2, kills - 1)) await restart(cluster);
    if (kill % 4 === 1) await scene.restartGateway();
    if (kill === Math.floor(kills / 2)) {
      automatic = await attemptsOf(scene);
      tried = await scene.told();
      await tryAsPersons(scene);
    }
    say(`${kill + 1} of ${kills} kills`);
  }
  const { seconds, releases } = await waitForGood(scene, againSeconds * 1_000);
  for (const app of running) app.kill("SIGKILL");
  const { failuresMax, calls } = await scene.stats();
  const pairs = Math.max(0, ...scene.refused.map((slug) => failuresMax[`pair:${slug}`] ?? 0));
  const outcomes = await scene.told();
  const isGood = (slug: string) => scene.good.includes(slug);
  const [goodOk, goodAll] = [sum(outcomes, (slug, outcome) => isGood(slug) && outcome === "ok"), sum(outcomes, isGood)];
  const figures: Figure[] = [
    triedFigure("refused pairs that were tried", scene.refused, { outcomes: tried, outcome: "merchant_refused" }),
    atMost("automatic failures of a refused pair", Math.max(...Object.values(automatic)), 1),
    atMost("failures in a row, a pair", pairs, 2),
    atMost("failures in a row, the integration", failuresMax.integration ?? 0, 2),
    { name: "good merchants' calls answered meanwhile", value: `${goodOk} of ${goodAll}` },
    {
      name: "every good merchant answers again after",
      value: seconds === undefined ? "never" : `${seconds} s, ${releases} released by a person`,
      goal: `<= ${againSeconds} s`,
      isMet: seconds !== undefined,
    },
  ];
  return { figures, details: { automatic, failuresMax, calls, told: Object.fromEntries(outcomes) } };
}

/** Every good merchant has signed in once, and every rejected one has been rejected. */
function isWarm({ good, refused }: LockScene, outcomes: ReadonlyMap<string, number>): boolean {
  return good.every((slug) => outcomes.has(`${slug} ok`)) && refused.every((slug) => outcomes.has(`${slug} merchant_refused`));
}

/**
 * Time until each good merchant responds again. When two outcomes were lost at once the integration stops, as
 * required, until an administrator releases a proven pair: that is done after half of the time.
 */
async function waitForGood(scene: LockScene, againWithinMs: number): Promise<{ seconds: number | undefined; releases: number }> {
  const before = await scene.told();
  const startedAt = performance.now();
  const passed = () => performance.now() - startedAt;
  let releases = 0;
  const isOver = await until(againWithinMs, async () => {
    const now = await scene.told();
    const silent = scene.good.filter((slug) => (now.get(`${slug} ok`) ?? 0) <= (before.get(`${slug} ok`) ?? 0));
    const [first] = silent;
    if (first && releases === 0 && passed() > againWithinMs / 2) {
      releases += 1;
      await (await scene.merchant(first)).tryOnceMore("release").catch(() => undefined);
    }
    return silent.length === 0;
  });
  return { seconds: isOver ? Math.round(passed() / 1000) : undefined, releases };
}

async function until(withinMs: number, isOver: () => Promise<boolean>): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (performance.now() < giveUpAt) {
    if (await isOver()) return true;
    await sleep(1_000);
  }
  return false;
}

async function restart(cluster: Cluster): Promise<void> {
  await cluster.stop("immediate");
  await sleep(1_000);
  await cluster.start();
}

/** Session calls of each rejected merchant: all of them failed. */
async function attemptsOf(scene: LockScene): Promise<Record<string, number>> {
  const { calls } = await scene.stats();
  return Object.fromEntries(scene.refused.map((slug) => [slug, calls[`session:${slug}`] ?? 0]));
}

/** Repeated manual retries: two for each rejected merchant, of which at most one may be sent. */
async function tryAsPersons(scene: LockScene): Promise<void> {
  for (const slug of [...scene.refused, ...scene.refused]) {
    await (await scene.merchant(slug)).tryOnceMore("manual").catch(() => undefined);
  }
}

/** Sessions of six minutes, called every second by two processes. */
async function measureSteady(own: OwnRun, databaseUrl: string, { minutes }: Sizes) {
  const sandbox = { sessionSeconds: 360, tokenSeconds: 3_600 };
  const scene = await openLockScene(own, { name: "steady", databaseUrl, refused: 0, sandbox, slugs: coldMerchants });
  const running = [1, 2].map(() => scene.startCaller({ callers: coldMerchants, pauseMs: 2_000 }));
  for (let minute = 0; minute < minutes; minute++) {
    await sleep(Math.min(1, minutes - minute) * 60_000);
    say(`${Math.min(minute + 1, minutes)} of ${minutes} minutes`);
  }
  for (const app of running) app.kill("SIGKILL");
  const { calls } = await scene.stats();
  const max = Math.max(...scene.good.map((slug) => calls[`session:${slug}`] ?? 0));
  const name = `${minutes} minutes at 360 s, session calls of a merchant`;
  const answered = { outcomes: await scene.told(), outcome: "ok" };
  const figures = [
    minutes >= 10 ? atMost(name, max, sessionsMax) : { name, value: String(max) },
    triedFigure(`${minutes} minutes at 360 s, merchants that were answered`, scene.good, answered),
  ];
  return { details: calls, figures };
}

type Calls = { callers: number; rounds?: number; pauseMs: number };

function startAll(scene: LockScene, { callers, ...options }: Calls): AppProcess[] {
  return Array.from({ length: processes }, () => scene.startCaller({ callers: callers / processes, ...options }));
}

function sum(outcomes: ReadonlyMap<string, number>, fits: (slug: string, outcome: string) => boolean): number {
  return [...outcomes].reduce((total, [key, count]) => {
    const [slug = "", outcome = ""] = key.split(" ");
    return fits(slug, outcome) ? total + count : total;
  }, 0);
}
