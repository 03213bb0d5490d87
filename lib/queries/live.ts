import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { LiveType } from "#lib/contract/live-types.ts";

/** Second member of the query keys that an event of this type makes old. */
const touched: Record<LiveType, readonly string[]> = {
  notification: ["alerts", "overview", "notifications", "notification", "never-notified", "endpoints", "transaction", "payment"],
  transaction: ["transactions", "transaction", "never-notified"],
  payment: ["overview", "payments", "payment", "transaction"],
  mirror: ["overview", "transactions", "merchants", "never-notified", "mirror"],
  merchant: ["merchants", "endpoints", "field-order"],
};

type Change = { merchant: string; type: LiveType };

export type LiveRefresh = { hear(change: Change): void; stop(): void };

/**
 * Asks anew for what live events made old: of that merchant and of the lists over all. The first event acts at once;
 * of a flood each query hears once every `everyMs`, and one under way is never cut off but asked once more when it ended.
 */
export function createLiveRefresh(
  client: QueryClient,
  { environment, everyMs = 400 }: { environment: string; everyMs?: number },
): LiveRefresh {
  const old = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cache = client.getQueryCache();

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

  return {
    hear(change) {
      for (const { queryHash } of cache.findAll({ predicate: ({ queryKey }) => isTouched(queryKey, environment, change) }))
        old.add(queryHash);
      if (timer === undefined) refresh();
    },
    stop() {
      clearTimeout(timer);
      old.clear();
    },
  };
}

function isTouched([environment, merchant, kind]: QueryKey, here: string, change: Change): boolean {
  return (
    environment === here && (merchant === change.merchant || merchant === "*") && touched[change.type].includes(String(kind))
  );
}
