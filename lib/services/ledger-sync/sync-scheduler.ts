import { setTimeout as delay } from "node:timers/promises";
import { listEnvironmentIds } from "#lib/db/environments/environments.ts";
import type { ServiceContext } from "../context.ts";
import { createSyncLane, type SyncLane, type SyncLimits } from "./sync-lane.ts";

type Parts = Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">;

/** Reads the ledgers of all merchants in the background. Processes on one database share the merchants by claims. */
export type SyncScheduler = {
  start(): void;
  /** Work in progress ends at its next call, and its claims are released. */
  stop(): Promise<void>;
};

type Options = Partial<SyncLimits> & {
  /** Waits until the process has capacity. */
  waitUntilIdle?: () => Promise<void>;
  /** Polling interval while nothing is due, in ms. */
  idleMs?: number;
};

const usualLimits: SyncLimits = { callsPerSecond: 10, concurrency: 6, lifeMs: 45_000 };
const renewEveryMs = 1_000;

export function createSyncScheduler(parts: Parts, { waitUntilIdle, idleMs = 1_000, ...given }: Options = {}): SyncScheduler {
  const limits = { ...usualLimits, ...given };
  const lanes = new Map<string, SyncLane>();
  const stopping = new AbortController();
  let wake = () => {};
  let running: Promise<void> | undefined;
  let isRenewing = false;
  let beat: NodeJS.Timeout | undefined;

  async function runAll(): Promise<void> {
    for (const environment of await listEnvironmentIds(parts.db)) {
      const lane = lanes.get(environment) ?? createSyncLane(parts, environment, limits, () => wake());
      lanes.set(environment, lane);
      await lane.runOnce();
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        await waitUntilIdle?.();
        await runAll();
      } catch (cause) {
        parts.log.error({ cause }, "What is to be synced could not be found");
      }
      const idle = new AbortController();
      await Promise.race([woken, delay(idleMs, undefined, { signal: AbortSignal.any([idle.signal, stopping.signal]) })]).catch(
        () => {},
      );
      idle.abort();
    }
  }

  async function renewAll(): Promise<void> {
    if (isRenewing) return;
    isRenewing = true;
    try {
      for (const lane of lanes.values()) await lane.renew();
    } catch {
      // Claims outlive several of these.
    } finally {
      isRenewing = false;
    }
  }

  return {
    start() {
      running ??= run();
      beat ??= setInterval(() => void renewAll(), Math.min(renewEveryMs, limits.lifeMs / 4));
    },
    async stop() {
      stopping.abort();
      await running;
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
      clearInterval(beat);
    },
  };
}
