import { setTimeout as wait } from "node:timers/promises";
import { say } from "#scripts/support/say.ts";
import { benchEnvironment } from "../find/fill-ledger.ts";
import type { Cluster } from "../support/cluster.ts";
import { atMost } from "../support/goals.ts";
import type { OwnRun } from "../support/own-run.ts";
import type { Figure } from "../support/report.ts";
import { ask, waitUntilTrue } from "./ask.ts";
import { seconds, times } from "./in-words.ts";
import { openScene, type Scene } from "./scene.ts";
import { type SceneApp, startSceneApp } from "./scene-app.ts";

type Sizes = {
  merchants: number;
  fewMerchants: number;
  latencyMs: number;
  callsPerSecond: number;
  steadySeconds: number;
  waitSeconds: number;
};

const ratioMax = 1.2;
const openedMax = 2;
const openedTimes = 5;
/** Rows of each merchant at the gateway: a page or two. */
const rowsEach = 20;
/** Maximum age that a page calls up to date. */
const freshSeconds = 600;

/** A first connection to a distant gateway, with a limited number of calls; then merchants that no user views. */
export async function measureConnect(run: OwnRun, cluster: Cluster, sizes: Sizes) {
  const few = await connectAll(run, cluster, { ...sizes, merchants: sizes.fewMerchants, steadySeconds: 0 });
  const many = await connectAll(run, cluster, sizes);
  const of = `${many.merchants.toLocaleString("en")} merchants`;
  const figures: Figure[] = [
    { name: `connect: ${few.merchants} merchants`, value: seconds(few.seconds) },
    { name: `connect: ${of}`, value: seconds(many.seconds) },
    {
      name: "connect: its calls at the budget, and its sign-ins one at a time",
      value: `${seconds(many.callSeconds)}, ${seconds(many.signInSeconds)}`,
    },
    atMost(
      "connect: today and yesterday of all, over the larger of both",
      many.seconds / Math.max(many.callSeconds, many.signInSeconds),
      ratioMax,
      times,
    ),
    { name: "connect: a merchant somebody opens, of few", value: seconds(few.opened) },
    atMost("connect: a merchant somebody opens meanwhile, the slowest", many.opened, openedMax, seconds),
    atMost("connect: the oldest merchant while nobody looks", many.oldest, Math.max(freshSeconds, many.roundTrip), seconds),
  ];
  return { few, many, figures };
}

async function connectAll(run: OwnRun, cluster: Cluster, sizes: Omit<Sizes, "fewMerchants">) {
  const { merchants, latencyMs, callsPerSecond, steadySeconds, waitSeconds } = sizes;
  const scene = await openScene(run, cluster, { name: "connect", merchants, latencyMs, gatewayRows: merchants * rowsEach });
  const app = await startSceneApp(run, scene, { env: { SYNC_CALLS_PER_SECOND: String(callsPerSecond) } });
  const idealMs = (merchants * 4 * 1_000) / callsPerSecond;
  const withinMs = idealMs + waitSeconds * 1_000;
  const reading = waitUntilTrue(withinMs, 250, async () => (await countUnread(scene)) === 0);
  const opened = await openSome(scene, app, { pauseMs: idealMs / (openedTimes * 4), waitMs: Math.min(60, waitSeconds) * 1_000 });
  const readMs = await reading;
  const { calls, sessions } = await scene.gateway.tally();
  const unread = await countUnread(scene);
  say(`  ${merchants - unread} of ${merchants} merchants read, ${calls} calls, ${sessions} sign-ins`);
  const steady = Number.isNaN(readMs)
    ? { oldest: Number.NaN, roundTrip: 0 }
    : await watchSteady(scene, { steadySeconds, callsPerSecond });
  await app.stop();
  return {
    merchants,
    unread,
    calls,
    sessions,
    seconds: readMs / 1_000,
    callSeconds: calls / callsPerSecond,
    signInSeconds: (sessions * latencyMs) / 1_000,
    opened,
    ...steady,
  };
}

async function countUnread({ pool }: Scene): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from ledger_sync where environment = $1 and recent_read_at is null",
    [benchEnvironment],
  );
  return rows[0]?.count ?? 0;
}

/** Opens some unread merchants one after another; returns the seconds until the slowest is loaded. */
async function openSome(
  { pool }: Scene,
  app: SceneApp,
  { pauseMs, waitMs }: { pauseMs: number; waitMs: number },
): Promise<number> {
  let slowest = 0;
  for (let time = 0; time < openedTimes; time++) {
    await wait(pauseMs);
    const { rows } = await pool.query<{ slug: string }>(
      `select slug from ledger_sync join merchant on merchant.id = merchant_id
       where ledger_sync.environment = $1 and recent_read_at is null order by md5(slug) limit 1`,
      [benchEnvironment],
    );
    const [next] = rows;
    if (!next) break;
    const address = `/api/${benchEnvironment}/${next.slug}/transactions?limit=50`;
    slowest = Math.max(slowest, await waitUntilTrue(waitMs, 50, async () => (await ask(app, address)).status === 200));
  }
  return slowest / 1_000;
}

/** The age of the oldest merchant, and the time until the limited calls have read all of them. */
async function watchSteady(
  { pool, gateway }: Scene,
  { steadySeconds, callsPerSecond }: { steadySeconds: number; callsPerSecond: number },
) {
  const before = await gateway.tally();
  let oldest = 0;
  const endAt = performance.now() + steadySeconds * 1_000;
  while (performance.now() < endAt) {
    await wait(Math.min(5_000, steadySeconds * 250));
    const { rows } = await pool.query<{ age: number }>(
      "select extract(epoch from now() - min(recent_read_at))::float8 as age from ledger_sync where environment = $1",
      [benchEnvironment],
    );
    oldest = Math.max(oldest, rows[0]?.age ?? 0);
  }
  const after = await gateway.tally();
  const callsEach = (after.calls - before.calls) / Math.max(1, after.lists - before.lists);
  return { oldest, roundTrip: (Object.keys(after.readAt).length * callsEach) / callsPerSecond };
}
