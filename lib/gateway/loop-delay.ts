import { performance } from "node:perf_hooks";

/** How long the event loop takes to go round once, in ms: what it is behind just now. */
export async function measureLoopDelay(): Promise<number> {
  const startedMs = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 0));
  return performance.now() - startedMs;
}
