import { dayMs } from "#lib/core/days.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import { writeCursor } from "#lib/db/events/event-cursor.ts";
import { currentLiveCursor, deleteEvents, type LiveEvent, readLiveEvents, type readTimeline } from "#lib/db/events/events.ts";
import type { Log } from "#lib/services/log.ts";

export type LiveReader = {
  /** Starts after everything committed so far. */
  start(): Promise<void>;
  /** Reads now, since there may be new events. */
  wake(): void;
  /** With the server's timeline, as all cursors that a stream gets. */
  cursor(): string;
  /** The same without it. */
  position(): string;
  stop(): Promise<void>;
};

export type LiveReaderOptions = {
  store: Store;
  log: Log;
  pollMs: number;
  onEvent: (event: LiveEvent) => void;
  /** Another server took over: reading goes on after `cursor`, and what was told before it may not have happened there. */
  onReset: (cursor: string) => void;
  timelineOf: typeof readTimeline;
};

const batchSize = 500;
const keptMs = dayMs;
const trimEveryMs = 600_000;

/** The cursor of this process over live_event. Reads new events after a wake, otherwise every `pollMs`. */
export function createLiveReader({ store, log, pollMs, onEvent, onReset, timelineOf }: LiveReaderOptions): LiveReader {
  let position = "0.0";
  /** An interrupted read that continues where it failed. */
  let reading: { until: string; page?: string } | undefined;
  let timeline: string | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let wokenMeanwhile = false;
  const trim = createTrimmer(store);
  const stamp = (text: string) => writeCursor({ timeline, position: text });

  const drain = async () => {
    const until = await currentLiveCursor(store.db);
    // After the snapshot: a snapshot of the new server is then never taken for one of the old.
    if (await hasNewTimeline()) {
      position = until;
      reading = undefined;
      log.warn({ timeline }, "Another database server took over: open pages read their data again");
      return onReset(stamp(until));
    }
    reading ??= { until };
    for (let full = true; full; ) {
      const events = await readLiveEvents(store.db, { after: position, ...reading, limit: batchSize });
      for (const event of events) {
        reading.page = event.id;
        onEvent({ ...event, cursor: stamp(event.cursor) });
      }
      full = events.length === batchSize;
    }
    position = reading.until;
    reading = undefined;
  };
  const hasNewTimeline = async () => {
    const before = timeline;
    timeline = (await timelineOf(store.db)) ?? before;
    return before !== undefined && timeline !== before;
  };
  const round = async () => {
    try {
      await drain();
      await trim();
    } catch (cause) {
      if (!stopped) log.warn({ cause }, "The live stream could not read what is new; it tries again.");
    }
  };
  const run = async () => {
    if (stopped) return;
    if (running) {
      wokenMeanwhile = true;
      return;
    }
    clearTimeout(timer);
    running = round();
    await running;
    running = undefined;
    schedule(wokenMeanwhile ? 0 : pollMs);
    wokenMeanwhile = false;
  };
  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(run, ms).unref();
  };

  return {
    start: async () => {
      position = await currentLiveCursor(store.db);
      await hasNewTimeline();
      schedule(pollMs);
    },
    wake: () => void run(),
    cursor: () => stamp(position),
    position: () => position,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Removes events older than a day: a batch at most every ten minutes, or in each round while there are more. */
function createTrimmer(store: Store): () => Promise<void> {
  let trimmedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - trimmedAtMs < trimEveryMs) return;
    trimmedAtMs = performance.now();
    if (await deleteEvents(store.db, { olderThanMs: keptMs })) trimmedAtMs = Number.NEGATIVE_INFINITY;
  };
}
