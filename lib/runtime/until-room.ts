import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

const lookMs = 50;
const busyFrom = 0.7;

/**
 * Waits until this process is no longer busy with answering, at most `mostMs`: what may be done a moment later is not
 * done while notifications come in as fast as they can be received.
 */
export async function untilRoom({ mostMs = 2_000 }: { mostMs?: number } = {}): Promise<void> {
  const giveUpAt = performance.now() + mostMs;
  while (performance.now() < giveUpAt) {
    const before = performance.eventLoopUtilization();
    await wait(lookMs);
    if (performance.eventLoopUtilization(before).utilization < busyFrom) return;
  }
}
