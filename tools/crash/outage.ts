import { setTimeout as wait } from "node:timers/promises";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Comparison } from "./compare.ts";
import { openScene, type Scene } from "./scene.ts";
import type { Sent } from "./senders.ts";

export type OutageResult = { comparison: Comparison; sent: Sent; sentWhileAway: number; okAtOnce: number; seconds: number };

export type OutageOptions = { run: OwnRun; seconds: number; perSecond: number };

const before = 100;
const lastAnswersMs = 5_000;
const settleMs = 90_000;

/**
 * The database is away while notices arrive at a fixed rate. Before it returns the app is killed with a spool
 * that was not drained; the receiver drains its own while it runs.
 */
export async function runOutage({ run, seconds, perSecond }: OutageOptions): Promise<OutageResult> {
  const scene = await openScene({ run, name: "outage" });
  const { cluster, entryPoints, senders } = scene;
  await scene.warmUp();
  for (let sent = 0; sent < before; sent++) await senders.sendOne();
  const okBefore = senders.sent.atOnce;
  const startedAt = performance.now();
  await cluster.stop("immediate");
  const sending = await sendAtRate(scene, { seconds, perSecond });
  const answered = Promise.all(sending);
  answered.catch(() => {});
  await Promise.race([answered, wait(lastAnswersMs)]);
  const okAtOnce = senders.sent.atOnce - okBefore;
  entryPoints[0]?.killNow();
  await cluster.start();
  await answered;
  const comparison = await scene.finish({ settleMs });
  const took = (performance.now() - startedAt) / 1_000;
  return { comparison, sent: senders.sent, sentWhileAway: sending.length, okAtOnce, seconds: took };
}

/** At a fixed rate, whatever the responses are. */
async function sendAtRate({ senders }: Scene, { seconds, perSecond }: { seconds: number; perSecond: number }) {
  const sending: Promise<void>[] = [];
  const startedAt = performance.now();
  while (sending.length < seconds * perSecond) {
    const dueAt = startedAt + (sending.length / perSecond) * 1_000;
    await wait(Math.max(0, dueAt - performance.now()));
    const sent = senders.sendOne();
    sent.catch(() => {});
    sending.push(sent);
  }
  return sending;
}
