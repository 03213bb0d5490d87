import type { Clock } from "#lib/core/clock.ts";
import { decideRetry } from "./backoff.ts";
import type { DueForward, ForwardRows, SendToShop, ShopTry } from "./ports.ts";

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
  /** Something may be due now. Never throws. */
  wake(): void;
  /** Tries under way end first, each within its own time limit. */
  stop(): Promise<void>;
};

/** The lease outlives a try: what a killed process held is taken up by another, and nothing is tried twice at once. */
const defaultLimits: ForwardLimits = {
  pollMs: 1_000,
  tryMs: 10_000,
  leaseMs: 30_000,
  atOnce: 64,
  perEndpoint: 4,
  atOnceStruggling: 32,
};
/** Taken at once: then it is looked again who struggles. */
const claimedMax = 16;

/** Passes on what is due, in every process; the due table keeps them apart (docs/notifications.md, rules 28 and 29). */
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
  /** Whose last try failed. They have a part of what is sent at once, so that shops that are away never take all of it. */
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
    const { leaseMs, perEndpoint } = limits;
    const due = await rows.claim({ now, leaseMs, limit, perEndpoint, struggling: [...struggling], busy: busyEndpoints() });
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
    looking ??= lookWhileAsked().finally(() => {
      looking = undefined;
    });
  }

  async function lookWhileAsked(): Promise<void> {
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

/** A notice of a payment under `shop answers` is due here only when the process that asked the shop is gone. */
function wasInterrupted({ mode, method }: DueForward): boolean {
  return mode === "shop_answers" && method !== "IPCPurchaseRollback";
}

function interrupted(clock: Clock): ShopTry {
  const problem = "The desk stopped while the shop was being asked, so the gateway got no OK.";
  return { at: new Date(clock.now()), status: null, ms: 0, problem, answer: null };
}
