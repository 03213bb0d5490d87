import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

const checkMs = 50;
const busyFrom = 0.7;

type Options = {
  /** The longest wait. */
  limitMs?: number;
  /** The share of time since the last check in which the event loop was busy; 0 to 1. */
  utilization?: () => number;
};

/**
 * Waits until this process is no longer busy with requests, at most `limitMs`: background work
 * waits while many notifications arrive.
 */
export async function waitUntilIdle({ limitMs = 2_000, utilization = measureUtilization() }: Options = {}): Promise<void> {
  const giveUpAt = performance.now() + limitMs;
  while (performance.now() < giveUpAt) {
    await wait(checkMs);
    if (utilization() < busyFrom) return;
  }
}

function measureUtilization(): () => number {
  let previous = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, previous);
    previous = current;
    return utilization;
  };
}
