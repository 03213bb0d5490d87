import { setTimeout as wait } from "node:timers/promises";

type Options = {
  /** One piece of work; returns whether there may be more. Runs concurrently, once for each lane. */
  work: () => Promise<boolean>;
  lanes: number;
  onError: (cause: unknown) => void;
  /** How long each lane pauses without work, or after a failure. */
  pauseMs?: number;
  /** Resolves when the process is idle enough for background work. */
  waitUntilIdle?: () => Promise<void>;
};

export type Worker = { start(): void; stop(): Promise<void> };

/** Continues at once while there is more to do. `stop` waits for work in progress. */
export function repeatWork({ work, lanes, onError, pauseMs = 1_000, waitUntilIdle = async () => {} }: Options): Worker {
  let stopping: AbortController | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function run(signal: AbortSignal, lane: number): Promise<void> {
    const rest = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => {});
    // Staggered pauses, so that new work is noticed sooner.
    await rest((pauseMs * lane) / lanes);
    while (!signal.aborted) {
      await waitUntilIdle();
      if (signal.aborted) return;
      const hasMore = await work().catch((cause: unknown) => {
        onError(cause);
        return false;
      });
      if (!hasMore) await rest(pauseMs);
    }
  }

  return {
    start() {
      if (stopping) return;
      stopping = new AbortController();
      const { signal } = stopping;
      running = Promise.all(Array.from({ length: lanes }, (_, lane) => run(signal, lane)));
    },
    async stop() {
      stopping?.abort();
      await running;
    },
  };
}
