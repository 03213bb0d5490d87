import { loadavg } from "node:os";
import { say } from "#scripts/support/say.ts";
import { type LoadResult, loadAtRate, loadFully } from "../support/load.ts";
import { peakMegabytes, settledMegabytes } from "../support/memory.ts";
import { median } from "../support/percentiles.ts";
import { baselinePath, emptyPath } from "./build-variant.ts";
import type { EntryPoint, openEntryPoints } from "./entry-points.ts";
import { sendHugeBody } from "./huge-body.ts";

type EntryPoints = Awaited<ReturnType<typeof openEntryPoints>>;

export const contenders = ["emptyRoute", "baseline", "route", "frontServer", "receiver"] as const;
export type Contender = (typeof contenders)[number];

/** Measures each contender within the same minute, in changing order, because other work shares the machine. */
export type Round = Record<Contender, LoadResult> & { load: number };

type RoundOptions = { entryPoints: EntryPoints; connections: number; rounds: number; durationMs: number };

const warmUpMsMax = 1_500;

export async function measureRounds({ entryPoints, connections, rounds, durationMs }: RoundOptions): Promise<Round[]> {
  const through = (entryPoint: EntryPoint, ms: number, path?: string) => {
    const endAt = performance.now() + ms;
    const nextShot = path === undefined ? entryPoint.nextShot : () => ({ ...entryPoint.nextShot(), path });
    return loadFully({ origin: entryPoint.origin, connections, nextShot, isOver: () => performance.now() >= endAt });
  };
  const takers: Record<Contender, (ms: number) => Promise<LoadResult>> = {
    emptyRoute: (ms) => through(entryPoints.route, ms, emptyPath),
    baseline: (ms) => through(entryPoints.route, ms, baselinePath),
    route: (ms) => through(entryPoints.route, ms),
    frontServer: (ms) => through(entryPoints.frontServer, ms),
    receiver: (ms) => through(entryPoints.receiver, ms),
  };
  for (const name of contenders) await takers[name](Math.min(warmUpMsMax, durationMs));
  const measured: Round[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    const results: Partial<Record<Contender, LoadResult>> = {};
    const order = contenders.map((_, index) => contenders[(index + turn) % contenders.length] ?? "baseline");
    for (const name of turn % 2 === 0 ? order : order.reverse()) {
      await waitUntilAllProcessed(entryPoints);
      results[name] = refuseFailures(name, await takers[name](durationMs));
    }
    const round = { ...(results as Record<Contender, LoadResult>), load: loadavg()[0] ?? 0 };
    measured.push(round);
    say(
      `  round ${turn + 1}: ${contenders.map((name) => `${name} ${Math.round(round[name].perSecond)}/s`).join(", ")}, load ${round.load.toFixed(1)}`,
    );
  }
  return measured;
}

/** Waits until every entry point has processed its notifications, so that they do not affect the next measurement. */
async function waitUntilAllProcessed(entryPoints: EntryPoints): Promise<void> {
  for (const entryPoint of Object.values(entryPoints)) await entryPoint.waitUntilProcessed();
}

/** Rejections are fast, so they must not count. */
function refuseFailures(name: string, measured: LoadResult): LoadResult {
  const others = Object.keys(measured.statuses).filter((status) => status !== "200");
  if (others.length > 0) throw new Error(`${name} did not only answer 200: ${JSON.stringify(measured.statuses)}`);
  return measured;
}

export type HalfRate = Record<"frontServer" | "receiver" | "route", LoadResult & { asked: number }>;

type HalfOptions = { entryPoints: EntryPoints; connections: number; measured: readonly Round[]; durationMs: number };

export async function measureHalfRate({ entryPoints, connections, measured, durationMs }: HalfOptions): Promise<HalfRate> {
  const at = async (name: "frontServer" | "receiver" | "route") => {
    const asked = median(measured.map((round) => round[name].perSecond)) / 2;
    const { origin, nextShot } = entryPoints[name];
    await waitUntilAllProcessed(entryPoints);
    const measuredAt = await loadAtRate({ origin, connections, nextShot, durationMs, perSecond: asked });
    return { asked, ...refuseFailures(name, measuredAt) };
  };
  say("At half the maximum …");
  return { frontServer: await at("frontServer"), receiver: await at("receiver"), route: await at("route") };
}

export type Kept = {
  notifications: number;
  hugeMegabytes: number;
  growthMegabytes: { frontServer: number; receiver: number };
  hugeBody: Record<keyof EntryPoints, { growthMegabytes: number; status: number; takenMegabytes: number }>;
};

type MemoryOptions = {
  entryPoints: EntryPoints;
  connections: number;
  notifications: number;
  hugeMegabytes: number;
  /** Time for a process to release memory. */
  settleMs: number;
};

const warmUpMegabytes = 20;

/** An idle process is smaller than a busy one; growing back to that size is no leak. */
export function warmUpNotifications(notifications: number): number {
  return Math.min(20_000, notifications);
}

export async function measureMemory(options: MemoryOptions): Promise<Kept> {
  const { entryPoints, connections, notifications, hugeMegabytes, settleMs } = options;
  say(`Memory over ${notifications} notifications and while ${hugeMegabytes} MB are refused …`);
  const growth = async (name: "frontServer" | "receiver") => {
    const entryPoint = entryPoints[name];
    const send = async (count: number) => refuseFailures(name, await sendMany(entryPoint, { connections, count }));
    await send(warmUpNotifications(notifications));
    const before = await settledMegabytes(entryPoint.pid, settleMs);
    await send(notifications);
    return (await settledMegabytes(entryPoint.pid, settleMs)) - before;
  };
  const huge = async (entryPoint: EntryPoint) => {
    let answer = await sendHugeBody(entryPoint, warmUpMegabytes);
    const before = await settledMegabytes(entryPoint.pid, settleMs);
    const peak = await peakMegabytes(entryPoint.pid, async () => {
      answer = await sendHugeBody(entryPoint, hugeMegabytes);
    });
    return { growthMegabytes: peak - before, ...answer };
  };
  return {
    notifications,
    hugeMegabytes,
    growthMegabytes: { frontServer: await growth("frontServer"), receiver: await growth("receiver") },
    hugeBody: {
      frontServer: await huge(entryPoints.frontServer),
      receiver: await huge(entryPoints.receiver),
      route: await huge(entryPoints.route),
    },
  };
}

function sendMany(
  { origin, nextShot }: EntryPoint,
  { connections, count }: { connections: number; count: number },
): Promise<LoadResult> {
  let left = count;
  return loadFully({ origin, connections, nextShot, isOver: () => left-- <= 0 });
}
