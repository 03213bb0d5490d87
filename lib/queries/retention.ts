import { queryOptions } from "@tanstack/react-query";
import type { RetentionKind } from "#lib/contract/retention.ts";
import { callOperation } from "./call-operation.ts";

const retentionOperations = async () => (await import("#lib/contract/retention.ts")).retentionOperations;

/** Refetched automatically, since a run may be in progress. */
export function retentionQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "retention"],
    queryFn: ({ signal }) => callOperation(retentionOperations, "getRetention", { params: { environment }, signal }),
    refetchInterval: 30_000,
  });
}

export function previewRetention(environment: string, { kind, days }: { kind: RetentionKind; days: string }) {
  return callOperation(retentionOperations, "previewRetention", { params: { environment }, query: { [kind]: days } });
}

export function changeRetention(environment: string, change: Partial<Record<RetentionKind, number | null>>) {
  return callOperation(retentionOperations, "changeRetention", { params: { environment }, body: change });
}
