import type { DeliveryRecord } from "../ports.ts";

const writeEveryMs = 1_000;

/** Counts in memory and writes about once a second: a flood of forgeries must not become a flood of updates. */
export function createDroppedCounter(record: Pick<DeliveryRecord, "countDropped">): { add(endpointId: string): void } {
  let counts = new Map<string, number>();
  let isDue = false;

  async function write(): Promise<void> {
    const written = counts;
    counts = new Map();
    isDue = false;
    for (const [endpointId, count] of written) {
      await record.countDropped(endpointId, count).catch(() => addMany(endpointId, count));
    }
  }

  function addMany(endpointId: string, count: number): void {
    counts.set(endpointId, (counts.get(endpointId) ?? 0) + count);
    if (isDue) return;
    isDue = true;
    setTimeout(write, writeEveryMs).unref();
  }

  return { add: (endpointId) => addMany(endpointId, 1) };
}
