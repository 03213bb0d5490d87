import { setTimeout as wait } from "node:timers/promises";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Comparison } from "./compare.ts";
import type { Blow } from "./entry-point.ts";
import { type FailPoint, failPoints, type Mistake } from "./fail-points.ts";
import { openScene, type Scene } from "./scene.ts";
import type { Sent } from "./senders.ts";

/** Minimum counts of a run. */
export type KillGoals = { acknowledged: number; kills: number; restarts: number };

export type KillResult = {
  comparison: Comparison;
  sent: Sent;
  kills: number;
  killsAt: Record<string, number>;
  restarts: number;
  seconds: number;
};

export type KillOptions = {
  run: OwnRun;
  name: string;
  goals: KillGoals;
  mistake?: Mistake;
  prepare?(scene: Scene): Promise<void>;
};

const senders = { right: { count: 24, pauseMsMax: 60 }, mistaken: { count: 48, pauseMsMax: 5 } };
const lookMs = 50;
const awayMsMax = 1_500;
const blowAfterMax = 60;
// Spool files claimed by a killed drain are taken over after a minute (lib/notifications/spool/spool-folder.ts).
const settleMs = { right: 90_000, mistaken: 3_000 };

/**
 * Senders with unique bodies retry until OK, while app and receiver are killed alternately at every fail point and
 * PostgreSQL is stopped without a checkpoint. Then the acknowledged notices are compared with the stored ones.
 */
export async function runKills({ run, name, goals, mistake, prepare }: KillOptions): Promise<KillResult> {
  const startedAt = performance.now();
  const blows = planKills(goals.kills);
  const scene = await openScene({ run, name, mistake, nextBlow: () => blows.shift() });
  await prepare?.(scene);
  scene.senders.start(mistake ? senders.mistaken : senders.right);
  let restarts = 0;
  while (!isReached(goals, { acknowledged: scene.senders.sent.acknowledged.size, kills: scene.kills(), restarts })) {
    await scene.pause(lookMs);
    if (isRestartDue(goals, scene, restarts)) {
      restarts += 1;
      await restart(scene);
    }
  }
  const comparison = await scene.finish({ settleMs: mistake ? settleMs.mistaken : settleMs.right });
  const points = scene.entryPoints.flatMap(({ kills }) => kills);
  const killsAt = Object.fromEntries(failPoints.map((point) => [point, points.filter((at) => at === point).length]));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { comparison, sent: scene.senders.sent, kills: points.length, killsAt, restarts, seconds };
}

/** Every fail point in turn, at one of a life's first notifications. */
function planKills(kills: number): Blow[] {
  const pointAt = (turn: number): FailPoint => failPoints[turn % failPoints.length] ?? "random";
  return Array.from({ length: kills }, (_, turn) => ({
    point: pointAt(turn),
    after: 1 + Math.floor(Math.random() * blowAfterMax),
  }));
}

function isReached(goals: KillGoals, { acknowledged, kills, restarts }: KillGoals): boolean {
  return acknowledged >= goals.acknowledged && kills >= goals.kills && restarts >= goals.restarts;
}

/** Spread evenly over the run. */
function isRestartDue({ acknowledged, kills, restarts }: KillGoals, scene: Scene, done: number): boolean {
  const share = Math.min(scene.senders.sent.acknowledged.size / acknowledged, kills === 0 ? 1 : scene.kills() / kills);
  return done < restarts && share >= (done + 1) / (restarts + 1);
}

async function restart({ cluster }: Scene): Promise<void> {
  await cluster.stop("immediate");
  await wait(Math.random() * awayMsMax);
  await cluster.start();
}
