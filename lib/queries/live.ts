import type { QueryClient, QueryKey } from "@tanstack/react-query";
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
  mirror: ["overview", "transactions", "merchants", "never-notified", "mirror"],
  merchant: ["merchants", "endpoints", "field-order"],
};

type Change = { merchant: string; type: LiveType };

export type LiveRefresh = { hear(change: Change): void; stop(): void };

/**
 * Refetches queries that an event invalidates: of that merchant and of the lists over all. The first event acts at once;
 * in a flood each query is refetched once every `everyMs`. A fetch in progress is never cancelled but repeated once after it ended.
 * A reversed payment counts later than its notification: it is read again then, also for notifications before the start.
 */
export function createLiveRefresh(
  client: QueryClient,
  { environment, everyMs = 400 }: { environment: string; everyMs?: number },
): LiveRefresh {
  const old = new Set<string>();
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

  function refresh() {
    timer = undefined;
    if (old.size === 0) return;
    for (const hash of old) {
      const query = cache.get(hash);
      if (query?.state.fetchStatus === "fetching") continue;
      old.delete(hash);
      if (query) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
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

function isTouched([environment, merchant, kind]: QueryKey, here: string, change: Change): boolean {
  return (
    environment === here && (merchant === change.merchant || merchant === "*") && touched[change.type].includes(String(kind))
  );
}
