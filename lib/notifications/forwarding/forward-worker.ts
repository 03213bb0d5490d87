import type { Clock } from "#lib/core/clock.ts";
import { notificationText } from "../texts.ts";
import { decideRetry } from "./backoff.ts";
import { type DueForward, type ForwardRows, forwardLeaseMs, type SendToShop, type ShopTry } from "./ports.ts";

export type ForwardNote = { deliveryId?: string; endpointId?: string; state?: string; status?: number | null; cause?: unknown };

export type ForwardWorkerOptions = {
  rows: ForwardRows;
  send: SendToShop;
  clock: Clock;
  note: (note: ForwardNote) => void;
  random?: () => number;
  limits?: Partial<ForwardLimits>;
};

export type ForwardLimits = {
  pollMs: number;
  tryMs: number;
  leaseMs: number;
  atOnce: number;
  perEndpoint: number;
  atOnceStruggling: number;
};

export type ForwardWorker = {
  start(): void;
  /** Checks for due deliveries now. Never throws. */
  wake(): void;
  /** Waits for attempts in progress, each within its own time limit. */
  stop(): Promise<void>;
};

/** The lease is longer than an attempt: another process continues for a killed one, and no attempt runs twice at once. */
const defaultLimits: ForwardLimits = {
  pollMs: 1_000,
  tryMs: 10_000,
  leaseMs: forwardLeaseMs,
  atOnce: 64,
  perEndpoint: 4,
  atOnceStruggling: 32,
};
/** Claimed in one query; afterwards the list of failing endpoints is read again. */
const claimedMax = 16;

/** Forwards due deliveries. Runs in every process; claims prevent duplicates (docs/notifications.md, rules 28 and 29). */
export function createForwardWorker({
  rows,
  send,
  clock,
  note,
  random = Math.random,
  limits: changes,
}: ForwardWorkerOptions): ForwardWorker {
  const limits = { ...defaultLimits, ...changes };
  const underWay = new Map<DueForward, Promise<void>>();
  /** Endpoints whose last attempt failed. They share a part of the concurrency, so that unreachable shops never use all of it. */
  const struggling = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;

  function busyEndpoints(): string[] {
    const counts = new Map<string, number>();
    for (const { endpointId } of underWay.keys()) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
    const most = (endpointId: string) => (struggling.has(endpointId) ? 1 : limits.perEndpoint);
    const busy = [...counts].filter(([endpointId, count]) => count >= most(endpointId)).map(([endpointId]) => endpointId);
    const strugglingNow = [...underWay.keys()].filter(({ endpointId }) => struggling.has(endpointId)).length;
    return strugglingNow < limits.atOnceStruggling ? busy : [...new Set([...busy, ...struggling])];
  }

  async function look(): Promise<void> {
    const limit = Math.min(limits.atOnce - underWay.size, claimedMax);
    if (limit <= 0) return;
    const now = new Date(clock.now());
    const due = await rows.claim({ ...limits, now, limit, struggling: [...struggling], busy: busyEndpoints() });
    if (due.length === limit) wake();
    for (const item of due) {
      const run = tryOne(item)
        .catch((cause: unknown) => note({ deliveryId: item.deliveryId, endpointId: item.endpointId, cause }))
        .finally(() => {
          underWay.delete(item);
          wake();
        });
      underWay.set(item, run);
    }
  }

  async function tryOne(item: DueForward): Promise<void> {
    const { deliveryId, endpointId, round } = item;
    const shopTry = wasInterrupted(item) ? interrupted(clock) : await send(item.url, item, { timeoutMs: limits.tryMs });
    const verdict = decideRetry({ ...item, attempts: item.attempt, random: random() }, shopTry);
    if (shopTry.problem === null) struggling.delete(endpointId);
    else struggling.add(endpointId);
    await rows.settle({ deliveryId, round }, verdict, shopTry);
    note({ deliveryId, endpointId, state: verdict.state, status: shopTry.status });
  }

  function wake(): void {
    if (timer === undefined) return;
    again = true;
    looking ??= processWhileWoken().finally(() => {
      looking = undefined;
    });
  }

  async function processWhileWoken(): Promise<void> {
    while (again) {
      again = false;
      await look().catch((cause: unknown) => note({ cause }));
    }
  }

  return {
    start() {
      timer = setInterval(wake, limits.pollMs).unref();
      wake();
    },
    wake,
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await looking;
      await Promise.all(underWay.values());
    },
  };
}

/** Under `shop answers` a payment notification is due here only when the process that sent it to the shop has stopped. */
function wasInterrupted({ mode, method }: DueForward): boolean {
  return mode === "shop_answers" && method !== "IPCPurchaseRollback";
}

function interrupted(clock: Clock): ShopTry {
  const problem = notificationText("stopped_while_shop_asked");
  return { at: new Date(clock.now()), status: null, ms: 0, problem, answer: null };
}
