import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { atMost } from "../support/goals.ts";
import { loadAtRate } from "../support/load.ts";
import type { OwnRun } from "../support/own-run.ts";
import { toPercentiles } from "../support/percentiles.ts";
import type { Figure } from "../support/report.ts";
import { askPage } from "./ask.ts";
import { ms } from "./in-words.ts";
import { countBy } from "./measure-pages.ts";
import { createNotifications } from "./notifications.ts";
import { listPages, type Page } from "./pages.ts";
import type { Scene } from "./scene.ts";
import { type SceneApp, startSceneApp } from "./scene-app.ts";

type Sizes = { minutes: number; staff: number; perSecond: number; callsPerSecond: number };

const slowMs = 5_000;
/** The part of the time for the scene with few merchants. */
const fewPart = 0.2;
const connections = 16;
const refusedShareMax = 0.001;

const slowPages: readonly Page[] = [
  { name: "slow transactions", kind: "JSON", addressOf: () => "/api/sandbox/transactions?limit=50" },
  { name: "slow overview", kind: "HTML", addressOf: () => "/sandbox" },
];

/** Staff requests, notifications, sync, a slow integration and an unreachable one: counts incorrect responses. */
export async function measureMixed(run: OwnRun, [few, many]: readonly [Scene, Scene], sizes: Sizes) {
  const beside = await mix(run, few, { ...sizes, minutes: sizes.minutes * fewPart });
  const measured = await mix(run, many, sizes);
  const share = ({ held, asked }: Mixed) => held / Math.max(1, asked);
  const percent = (value: number) => `${(value * 100).toFixed(2)} %`;
  const figures: Figure[] = [
    { name: "mixed: p95 of a request with few merchants", value: ms(beside.latencyMs.p95) },
    { name: "mixed: p95 of a request", value: ms(measured.latencyMs.p95) },
    { name: "mixed: wrong answers with few merchants", value: inWords(beside) },
    atMost("mixed: 5xx or no answer, but 503 with Retry-After on a list", measured.wrong, 0, String, () => inWords(measured)),
    { name: "mixed: 503 with Retry-After with few merchants", value: percent(share(beside)) },
    atMost("mixed: 503 with Retry-After on a list", share(measured), refusedShareMax, percent),
    atMost("mixed: notifications not answered 200", measured.unacknowledged, 0, String),
  ];
  return { few: beside, many: measured, figures };
}

type Mixed = {
  asked: number;
  /** Lists with the response 503 and Retry-After. */
  held: number;
  wrong: number;
  wrongBy: Record<string, number>;
  latencyMs: ReturnType<typeof toPercentiles>;
  notifyMs: ReturnType<typeof toPercentiles>;
  unacknowledged: number;
};

function inWords({ wrong, asked, wrongBy }: Mixed): string {
  const worst = Object.entries(wrongBy).toSorted(([, left], [, right]) => right - left);
  return `${wrong} of ${asked}${worst[0] ? ` (${worst[0][0]})` : ""}`;
}

async function mix(run: OwnRun, scene: Scene, { minutes, staff, perSecond, callsPerSecond }: Sizes): Promise<Mixed> {
  const app = await startSceneApp(run, scene, { env: { SYNC_CALLS_PER_SECOND: String(callsPerSecond) } });
  await slowDown(app);
  await requestSync(scene);
  const pages = [...(await listPages(scene)), ...slowPages];
  const durationMs = minutes * 60_000;
  const endAt = performance.now() + durationMs;
  const latencies: number[] = [];
  const wrong: string[] = [];
  let held = 0;
  const member = async () => {
    while (performance.now() < endAt) {
      const page = pages[Math.floor(Math.random() * pages.length)];
      if (!page) return;
      const answer = await askPage(app, page, Math.floor(Math.random() * 1_000));
      latencies.push(answer.ms);
      const isBad = answer.status === 0 || answer.status >= 500;
      if (isBad && answer.status === 503 && answer.hasRetryAfter && page.kind === "JSON") held += 1;
      else if (isBad) wrong.push(`${answer.status} ${page.name}`);
      await wait(Math.random() * 1_000);
    }
  };
  const shots = { origin: app.origin, connections, nextShot: createNotifications(scene, `M${Date.now()}`) };
  const [notified] = await Promise.all([
    loadAtRate({ ...shots, perSecond, durationMs }),
    ...Array.from({ length: staff }, () => member()),
  ]);
  await app.stop();
  const sent = Object.values(notified.statuses).reduce((sum, count) => sum + count, 0);
  return {
    asked: latencies.length,
    held,
    wrong: wrong.length,
    wrongBy: countBy(wrong),
    latencyMs: toPercentiles(latencies),
    notifyMs: notified.latencyMs,
    unacknowledged: sent - (notified.statuses["200"] ?? 0),
  };
}

/** The built-in sandbox is the slow integration. */
async function slowDown({ origin, dataDir }: SceneApp): Promise<void> {
  const { sandbox } = JSON.parse(await readFile(path.join(dataDir, "sign-in.json"), "utf8")) as {
    sandbox: { controlKey: string };
  };
  const answer = await fetch(`${origin}/sandbox-gateway/control/settings`, {
    method: "POST",
    headers: { "x-control-key": sandbox.controlKey, "content-type": "application/json" },
    body: JSON.stringify({ latencyMs: slowMs }),
  });
  if (!answer.ok) throw new Error(`The sandbox could not be slowed down: ${answer.status}.`);
}

/** As if all were read an hour ago. */
async function requestSync({ pool }: Scene): Promise<void> {
  await pool.query("update ledger_read set read_at = now() - interval '1 hour'");
  await pool.query("update ledger_sync set recent_read_at = now() - interval '1 hour', due_at = now()");
}
