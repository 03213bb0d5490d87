import { queryOptions } from "@tanstack/react-query";
import type { ForwardingInput } from "../contract/forward.ts";
import { fetchJson } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

const soonMs = 2_000;

export function endpointsQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "endpoints"],
    queryFn: ({ signal }) =>
      fetchJson(`${scopePath(scope)}/endpoints`, {
        schema: async () => (await import("../contract/endpoint.ts")).endpointListSchema,
        signal,
      }),
    // What goes out to a shop changes by itself.
    refetchInterval: ({ state }) => (state.data?.items.some(({ forwarding }) => forwarding.pending > 0) ? soonMs : false),
  });
}

export function createEndpoint(scope: Scope, body: { sid: string; certificates: string[] }) {
  return fetchJson(`${scopePath(scope)}/endpoints`, {
    method: "POST",
    body,
    schema: async () => (await import("../contract/endpoint.ts")).endpointSchema,
  });
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
  return fetchJson(endpointPath(scope, id), {
    method: "PATCH",
    body: change,
    schema: async () => (await import("../contract/endpoint.ts")).endpointSchema,
  });
}

/** Takes about ten seconds. */
export function runSelfTest(scope: Scope, id: string) {
  return fetchJson(`${endpointPath(scope, id)}/self-test`, {
    method: "POST",
    body: {},
    schema: async () => (await import("../contract/self-test.ts")).selfTestSchema,
  });
}

export function endpointPath(scope: Scope, id: string): string {
  return `${scopePath(scope)}/endpoints/${encodeURIComponent(id)}`;
}
