import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "#lib/db/connection/open-store.ts";
import { lowerBudget, reserveCalls } from "#lib/db/ledger-sync/sync-budget.ts";
import type { CallPace } from "#lib/gateway/types.ts";
import { SyncRunStoppedError } from "#lib/ledger-sync/run-given-up-error.ts";

type Options = { db: Database; environment: string; callsPerSecond: number };

/** The shared budget of background calls of one integration, as seen by this process. */
export type CallBudget = {
  /** Resolves when a call may be made: fresh days before history, which gets its share. */
  take(waiter: Waiter): Promise<void>;
  onResponse: CallPace["onResponse"];
  /** Calls per second that the gateway accepts, as far as it is known. */
  rate(): number;
};

type Waiter = { isHistory: boolean; signal: AbortSignal };
type Waiting = Waiter & { start: () => void };

/** Pause in ms after a response without Retry-After. */
const usualPauseMs = 5_000;
const waitMsMax = 1_000;

/** Calls for history that waits, for each call for fresh days. */
export const historyShare = 0.1;

/** Calls are reserved in small batches to limit the cost of the reservation. */
export function createCallBudget({ db, environment, callsPerSecond }: Options): CallBudget {
  let waiting: Waiting[] = [];
  let available = 0;
  let answered = 0;
  let rate = callsPerSecond;
  let isFilling = false;
  let freshSinceHistory = 0;

  function startNext(): void {
    const isForHistory = freshSinceHistory * historyShare >= 1;
    const wanted = waiting.findIndex(({ isHistory }) => isHistory === isForHistory);
    const [next] = waiting.splice(Math.max(wanted, 0), 1);
    if (!next) return;
    freshSinceHistory = next.isHistory ? 0 : freshSinceHistory + 1;
    available -= 1;
    next.start();
  }
  async function reserve(): Promise<number> {
    const counted = answered;
    answered = 0;
    const calls = Math.max(waiting.length, Math.ceil(callsPerSecond / 10));
    const reserved = await reserveCalls(db, { environment, calls, most: callsPerSecond, answered: counted });
    available += reserved.calls;
    rate = reserved.rate;
    return reserved.calls > 0 ? 0 : Math.min(Math.max(reserved.waitMs, 5), waitMsMax);
  }
  async function fill(): Promise<void> {
    if (isFilling) return;
    isFilling = true;
    try {
      while (waiting.length > 0) {
        if (available < 1) await delay(await reserve().catch(() => waitMsMax));
        while (available >= 1 && waiting.length > 0) startNext();
      }
    } finally {
      isFilling = false;
    }
  }

  return {
    rate: () => rate,
    take: ({ isHistory, signal }) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const leave = () => {
          waiting = waiting.filter((other) => other !== waiter);
          resolve();
        };
        const start = () => {
          signal.removeEventListener("abort", leave);
          resolve();
        };
        const waiter = { isHistory, signal, start };
        waiting.push(waiter);
        signal.addEventListener("abort", leave, { once: true });
        void fill();
      }),
    onResponse: ({ status, retryAfterMs }) => {
      if (status !== 429) {
        answered += 1;
        return;
      }
      available = 0;
      lowerBudget(db, { environment, pauseMs: retryAfterMs ?? usualPauseMs }).catch(() => {});
    },
  };
}

export type SyncPace = CallPace & {
  /** Ends the work at its next call. */
  giveUp(): void;
  /** Throws when the work was aborted. */
  check(): void;
  calls(): number;
  /** The waiting calls among these. */
  waits(): number;
};

/** The pace of one merchant's reading: within the budget, until an interactive caller waits for it. */
export function createSyncPace(budget: CallBudget, { isHistory }: { isHistory: boolean }): SyncPace {
  const ended = new AbortController();
  let isBackground = true;
  let isGivenUp = false;
  let calls = 0;
  let started = 0;
  const check = () => {
    if (isGivenUp && isBackground) throw new SyncRunStoppedError();
  };
  return {
    get isBackground() {
      return isBackground;
    },
    async ready() {
      check();
      calls += 1;
      if (isBackground) await budget.take({ isHistory, signal: ended.signal });
      check();
      started += 1;
    },
    onResponse: budget.onResponse,
    hurry() {
      isBackground = false;
      ended.abort();
    },
    giveUp() {
      isGivenUp = true;
      ended.abort();
    },
    check,
    calls: () => calls,
    waits: () => calls - started,
  };
}
