import { setTimeout as wait } from "node:timers/promises";

type Options = {
  /** One piece of work; answers whether there may be more. Begun by several callers side by side, one for each lane. */
  work: () => Promise<boolean>;
  lanes: number;
  onError: (cause: unknown) => void;
  /** How long each lane rests when there is nothing to do, or when it failed. */
  pauseMs?: number;
  /** Resolves when there is room for what may be done a moment later. */
  waitUntilIdle?: () => Promise<void>;
};

export type Worker = { start(): void; stop(): Promise<void> };

/** Goes on at once while there is more to do. Work under way ends before `stop` does. */
export function keepWorking({ work, lanes, onError, pauseMs = 1_000, waitUntilIdle = async () => {} }: Options): Worker {
  let stopping: AbortController | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function run(signal: AbortSignal, lane: number): Promise<void> {
    const rest = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => {});
    // One after the other, so that what comes is noticed sooner.
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
