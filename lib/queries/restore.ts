import { queryOptions } from "@tanstack/react-query";
import { callOperation } from "./call-operation.ts";

const restoreOperations = async () => (await import("#lib/contract/restore.ts")).restoreOperations;

/** What a restore from a backup shut; refetched, since another administrator may open it. */
export function restoreQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "restore"],
    queryFn: ({ signal }) => callOperation(restoreOperations, "getRestore", { params: { environment }, signal }),
    refetchInterval: ({ state }) => (state.data?.fence && !state.data.fence.openedAt ? 30_000 : false),
    staleTime: 60_000,
  });
}

export function readRestored(environment: string) {
  return callOperation(restoreOperations, "readRestored", { params: { environment }, body: {} });
}

export function openRestored(environment: string) {
  return callOperation(restoreOperations, "openRestored", { params: { environment }, body: {} });
}

export function releaseRestored(environment: string) {
  return callOperation(restoreOperations, "releaseRestored", { params: { environment }, body: {} });
}
