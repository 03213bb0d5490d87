import { queryOptions } from "@tanstack/react-query";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const ledgerSyncOperations = async () => (await import("#lib/contract/ledger-sync.ts")).ledgerSyncOperations;

/** Invalidated by events during a run; the slow poll is a fallback without the event stream. */
export function ledgerSyncQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "ledger-sync"],
    queryFn: ({ signal }) => callOperation(ledgerSyncOperations, "getLedgerSync", { params: scope, signal }),
    refetchInterval: 15_000,
  });
}

export function requestRun(scope: Scope, body: { kind: "backfill" | "check"; from: string }) {
  return callOperation(ledgerSyncOperations, "requestSyncRun", { params: scope, body });
}

export function stopRun(scope: Scope, id: string) {
  return callOperation(ledgerSyncOperations, "stopSyncRun", { params: { ...scope, id } });
}
