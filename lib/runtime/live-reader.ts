import type { Log } from "../services/log.ts";
import { currentLiveCursor, forgetLiveEvents, hasLiveEvents, type LiveEvent, readLiveEvents } from "../store/live.ts";
import type { Store } from "../store/open-store.ts";

export type LiveReader = {
  /** Begins behind everything committed so far. */
  start(): Promise<void>;
  /** Something may be new: read now. */
  wake(): void;
  cursor(): string;
  stop(): Promise<void>;
};

export type LiveReaderOptions = { store: Store; log: Log; pollMs: number; onEvent: (event: LiveEvent) => void };

const batchSize = 500;
const keptMs = 86_400_000;
const trimEveryMs = 600_000;
const firstWaitMs = 25;

/**
 * The one cursor of this process over live_event. After a wake it looks again soon, at growing intervals, while
 * something committed still waits for an older transaction to end; else every `pollMs`.
 */
export function createLiveReader({ store, log, pollMs, onEvent }: LiveReaderOptions): LiveReader {
  let cursor = "0.0";
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let wokenMeanwhile = false;
  const trim = createTrimmer(store);

  const drain = async () => {
    for (let full = true; full; ) {
      const events = await readLiveEvents(store.db, { after: cursor, limit: batchSize });
      for (const event of events) {
        cursor = event.cursor;
        onEvent(event);
      }
      full = events.length === batchSize;
    }
  };
  const round = async (waitMs: number) => {
    let nextMs = pollMs;
    try {
      await drain();
      await trim();
      if (waitMs < pollMs && (await hasLiveEvents(store.db, cursor))) nextMs = Math.min(waitMs * 2, pollMs);
    } catch (cause) {
      if (!stopped) log.warn({ cause }, "The live stream could not read what is new; it tries again.");
    }
    return nextMs;
  };
  const run = async (waitMs: number) => {
    if (stopped) return;
    if (running) {
      wokenMeanwhile = true;
      return;
    }
    clearTimeout(timer);
    let nextMs = waitMs;
    running = round(waitMs).then((ms) => {
      nextMs = ms;
    });
    await running;
    running = undefined;
    schedule(wokenMeanwhile ? 0 : nextMs, wokenMeanwhile ? firstWaitMs : nextMs);
    wokenMeanwhile = false;
  };
  const schedule = (ms: number, waitMs = ms) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(run, ms, waitMs).unref();
  };

  return {
    start: async () => {
      cursor = await currentLiveCursor(store.db);
      schedule(pollMs);
    },
    wake: () => void run(firstWaitMs),
    cursor: () => cursor,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Removes events older than a day, at most every ten minutes. */
function createTrimmer(store: Store): () => Promise<void> {
  let trimmedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - trimmedAtMs < trimEveryMs) return;
    trimmedAtMs = performance.now();
    await forgetLiveEvents(store.db, { olderThanMs: keptMs });
  };
}
