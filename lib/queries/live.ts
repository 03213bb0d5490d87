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
  mirror: ["overview", "transactions", "merchants", "never-notified", "fees", "ledger-sync"],
  merchant: ["merchants", "endpoints", "field-order"],
};

/** States of a ledger sync in which rows came; in others it only went on. */
const rowStates = new Set<unknown>(["rows", "read"]);

/** The resources that show a transaction, or money it gave back, beside their own state. */
const showRows = new Set(["transaction", "payment", "payments", "notification", "notifications", "money-back"]);

/** The least time between two fetches because of rows, and of an open transaction, whose every fetch calls the gateway. */
const rowsEveryMs = 5_000;

/** `state`: what the event's data says of it. */
type Change = { merchant: string; type: LiveType; state?: unknown };

export type LiveRefresh = { onChange(change: Change): void; stop(): void };

/**
 * Refetches queries that an event invalidates: of that merchant and of the lists over all. The first event acts at once;
 * in a flood each query is refetched once every `everyMs`, an open transaction, and records that new rows may be part of, every
 * five seconds. A fetch in progress is never cancelled but repeated once after it ended.
 * A reversed payment counts later than its notification: it is read again then, also for notifications before the start.
 */
export function createLiveRefresh(
  client: QueryClient,
  { environment, everyMs = 400 }: { environment: string; everyMs?: number },
): LiveRefresh {
  /** The hashes of queries to refetch, each with the least time since its last refetch. */
  const old = new Map<string, number>();
  const refreshedAt = new WeakMap<Query, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lateTimer: ReturnType<typeof setTimeout> | undefined;
  let isLateAgain = false;
  const cache = client.getQueryCache();

  /** `pauseOf`: the least time since a query's last refetch; undefined where it stays as it is. */
  function touch(pauseOf: (key: QueryKey) => number | undefined) {
    for (const { queryHash, queryKey } of cache.getAll()) {
      const pauseMs = pauseOf(queryKey);
      if (pauseMs !== undefined) old.set(queryHash, Math.min(pauseMs, old.get(queryHash) ?? pauseMs));
    }
    if (timer === undefined) refresh();
  }

  function touchLate() {
    isLateAgain = lateTimer !== undefined;
    lateTimer ??= setTimeout(() => {
      lateTimer = undefined;
      touch(([here, , kind]) => (here === environment && kind === "money-back" ? 0 : undefined));
      if (isLateAgain) touchLate();
    }, moneyBackAfterMs + everyMs);
  }

  function isTooSoon(query: Query, pauseMs: number): boolean {
    return Date.now() - (refreshedAt.get(query) ?? 0) < pauseMs;
  }

  function refresh() {
    timer = undefined;
    if (old.size === 0) return;
    for (const [hash, pauseMs] of old) {
      const query = cache.get(hash);
      if (query && (query.state.fetchStatus === "fetching" || isTooSoon(query, pauseMs))) continue;
      old.delete(hash);
      if (!query) continue;
      refreshedAt.set(query, Date.now());
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
    timer = setTimeout(refresh, everyMs);
  }

  touchLate();
  return {
    onChange(change) {
      touch((queryKey) => toPauseMs(queryKey, environment, change));
      if (change.type === "notification") touchLate();
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(lateTimer);
      old.clear();
    },
  };
}

function toPauseMs(
  [environment, merchant, kind]: QueryKey,
  here: string,
  { type, state, ...change }: Change,
): number | undefined {
  if (environment !== here || (merchant !== change.merchant && merchant !== "*")) return undefined;
  if (touched[type].includes(String(kind))) return kind === "transaction" ? rowsEveryMs : 0;
  return type === "mirror" && rowStates.has(state) && showRows.has(String(kind)) ? rowsEveryMs : undefined;
}
