import type { DrainResult } from "./drain-spool.ts";
import type { Spool } from "./spool.ts";

export type DrainingOptions = {
  spool: Pick<Spool, "measure">;
  /** Ends early, with the rest left in the spool, when the signal is aborted. */
  drain: (stop: AbortSignal) => Promise<DrainResult>;
  /** Called after each round that changed something or failed. */
  note: (result: DrainResult) => void;
  everyMs?: number;
};

const idleMs = 1_000;

/** Drains the spool once a second, including files of other processes, or of this one before a restart. */
export function startDraining({ spool, drain, note, everyMs = idleMs }: DrainingOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function round(): Promise<void> {
    try {
      if ((await spool.measure()).bytes === 0) return;
      const result = await drain(stopping.signal);
      await spool.measure();
      if (result.saved > 0 || result.problem !== undefined) note(result);
    } catch (problem) {
      note({ saved: 0, setAside: 0, problem });
    }
  }

  function next(): void {
    running = round().finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(next, everyMs).unref();
    });
  }

  next();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
