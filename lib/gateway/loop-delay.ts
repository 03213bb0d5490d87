import { performance } from "node:perf_hooks";

/** Current delay of the event loop in ms: the duration of one turn. */
export async function measureLoopDelay(): Promise<number> {
  const startedMs = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 0));
  return performance.now() - startedMs;
}
