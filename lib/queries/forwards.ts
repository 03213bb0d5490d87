import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ReplayForwards } from "#lib/contract/forward.ts";
import type { ForwardState } from "#lib/contract/forward-states.ts";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const forwardOperations = async () => (await import("#lib/contract/forward.ts")).forwardOperations;

const soonMs = 2_000;

export type ForwardSearch = { state: ForwardState | null; orderId: string | null; wouldReverse?: "true" | undefined };

/** An endpoint's forwarded notifications, latest first. */
export function forwardsQuery(scope: Scope, { id, search }: { id: string; search: ForwardSearch }) {
  return infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "endpoints", id, "forwards", search],
    queryFn: ({ pageParam, signal }) =>
      callOperation(forwardOperations, "listForwards", {
        params: { ...scope, id },
        query: { ...search, limit: 20, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => {
      const isMoving = state.data?.pages.some(({ items }) => items.some((item) => item.state === "pending"));
      return isMoving ? soonMs : false;
    },
  });
}

/** The forwarding of one notification; null when it was never queued. */
export function forwardOfQuery(scope: Scope, { endpointId, id }: { endpointId: string; id: string }) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "endpoints", endpointId, "forward", id],
    queryFn: async ({ signal }) => {
      const params = { ...scope, id: endpointId };
      const { items } = await callOperation(forwardOperations, "listForwards", { params, query: { notification: id }, signal });
      return items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? soonMs : false),
  });
}

export function replayForwards(scope: Scope, { id, wish }: { id: string; wish: ReplayForwards }) {
  return callOperation(forwardOperations, "replayForwards", { params: { ...scope, id }, body: wish });
}
