import { queryOptions } from "@tanstack/react-query";
import type { ForwardingInput } from "#lib/contract/forward.ts";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const endpointOperations = async () => (await import("#lib/contract/endpoint.ts")).endpointOperations;
const goLiveOperations = async () => (await import("#lib/contract/go-live.ts")).goLiveOperations;
const selfTestOperations = async () => (await import("#lib/contract/self-test.ts")).selfTestOperations;

const soonMs = 2_000;

export function endpointsQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "endpoints"],
    queryFn: ({ signal }) => callOperation(endpointOperations, "listEndpoints", { params: scope, signal }),
    // The forwarding state changes in the background.
    refetchInterval: ({ state }) => (state.data?.items.some(({ forwarding }) => forwarding.pending > 0) ? soonMs : false),
  });
}

/** What is known of an endpoint that goes live. */
export function goLiveQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "endpoints", id, "go-live"],
    queryFn: ({ signal }) => callOperation(goLiveOperations, "getGoLive", { params: { ...scope, id }, signal }),
  });
}

export function createEndpoint(scope: Scope, body: { sid: string; certificates: string[] }) {
  return callOperation(endpointOperations, "createEndpoint", { params: scope, body });
}

/** For every merchant that has a store and no notification URL. */
export function createMissingEndpoints(environment: string) {
  return callOperation(endpointOperations, "createMissingEndpoints", { params: { environment } });
}

export type EndpointChange = {
  addCertificates?: string[];
  removeCertificates?: string[];
  endCertificates?: { id: string; at: string | null }[];
  strictLayout?: boolean;
  name?: string;
  forwarding?: ForwardingInput;
};

export function changeEndpoint(scope: Scope, { id, change }: { id: string; change: EndpointChange }) {
  return callOperation(endpointOperations, "changeEndpoint", { params: { ...scope, id }, body: change });
}

/** Takes about ten seconds. */
export function runSelfTest(scope: Scope, id: string) {
  return callOperation(selfTestOperations, "runSelfTest", { params: { ...scope, id }, body: {} });
}
