import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { LiveType } from "#lib/contract/live-types.ts";
import { moneyBackAfterMs } from "#lib/core/given-back.ts";

/** The resources in query keys that an event of this type invalidates. */
const touched: Record<LiveType, readonly string[]> = {
  notification: [
    "alerts",
    "overview",
    "notifications",
    "notification",
    "never-notified",
    "money-back",
    "endpoints",
    "transaction",
    "payment",
  ],
  transaction: ["transactions", "transaction", "never-notified", "fees"],
  payment: ["overview", "payments", "payment", "transaction"],
  mirror: ["overview", "transactions", "merchants", "never-notified", "fees", "mirror"],
  merchant: ["merchants", "endpoints", "field-order"],
};

/** States of a ledger sync in which rows came; in others it only went on. */
const rowStates = new Set<unknown>(["rows", "read"]);

/** Each fetch of an open transaction calls the gateway: no more often than this, however many events there are. */
const transactionEveryMs = 5_000;

/** `state`: what the event's data says of it. */
type Change = { merchant: string; type: LiveType; state?: unknown };

export type LiveRefresh = { hear(change: Change): void; stop(): void };

/**
 * Refetches queries that an event invalidates: of that merchant and of the lists over all. The first event acts at once;
 * in a flood each query is refetched once every `everyMs`, an open transaction every five seconds. A fetch in progress is never cancelled but repeated once after it ended.
 * A reversed payment counts later than its notification: it is read again then, also for notifications before the start.
 */
export function createLiveRefresh(
  client: QueryClient,
  { environment, everyMs = 400 }: { environment: string; everyMs?: number },
): LiveRefresh {
  const old = new Set<string>();
  const refreshedAt = new WeakMap<Query, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lateTimer: ReturnType<typeof setTimeout> | undefined;
  let isLateAgain = false;
  const cache = client.getQueryCache();

  function touch(isOld: (key: QueryKey) => boolean) {
    for (const { queryHash } of cache.findAll({ predicate: ({ queryKey }) => isOld(queryKey) })) old.add(queryHash);
    if (timer === undefined) refresh();
  }

  function touchLate() {
    isLateAgain = lateTimer !== undefined;
    lateTimer ??= setTimeout(() => {
      lateTimer = undefined;
      touch(([here, , kind]) => here === environment && kind === "money-back");
      if (isLateAgain) touchLate();
    }, moneyBackAfterMs + everyMs);
  }

  function isTooSoon(query: Query): boolean {
    return query.queryKey[2] === "transaction" && Date.now() - (refreshedAt.get(query) ?? 0) < transactionEveryMs;
  }

  function refresh() {
    timer = undefined;
    if (old.size === 0) return;
    for (const hash of old) {
      const query = cache.get(hash);
      if (query && (query.state.fetchStatus === "fetching" || isTooSoon(query))) continue;
      old.delete(hash);
      if (!query) continue;
      refreshedAt.set(query, Date.now());
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
    timer = setTimeout(refresh, everyMs);
  }

  touchLate();
  return {
    hear(change) {
      touch((queryKey) => isTouched(queryKey, environment, change));
      if (change.type === "notification") touchLate();
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(lateTimer);
      old.clear();
    },
  };
}

function isTouched([environment, merchant, kind]: QueryKey, here: string, { type, state, ...change }: Change): boolean {
  const isHere = environment === here && (merchant === change.merchant || merchant === "*");
  const isOfRows = type === "mirror" && rowStates.has(state) && kind === "transaction";
  return isHere && (isOfRows || touched[type].includes(String(kind)));
}
