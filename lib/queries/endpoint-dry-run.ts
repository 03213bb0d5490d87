import { queryOptions } from "@tanstack/react-query";
import type { EndpointDryRunInput } from "#lib/contract/endpoint-dry-run.ts";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const dryRunOperations = async () => (await import("#lib/contract/endpoint-dry-run.ts")).endpointDryRunOperations;

type DryRun = { endpointId: string; change: EndpointDryRunInput };

/** What the last deliveries would verify as after a change; changes nothing. */
export function dryRunEndpoint(scope: Scope, { endpointId, change, signal }: DryRun & { signal?: AbortSignal }) {
  return callOperation(dryRunOperations, "dryRunEndpoint", { params: { ...scope, id: endpointId }, body: change, signal });
}

/** The same for a dialog: asked once while it is open, never cached. */
export function endpointDryRunQuery(scope: Scope, { endpointId, change }: DryRun) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "endpoint-dry-run", endpointId, change],
    queryFn: ({ signal }) => dryRunEndpoint(scope, { endpointId, change, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
