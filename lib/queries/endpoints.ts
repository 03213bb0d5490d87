import { queryOptions } from "@tanstack/react-query";
import { endpointListSchema, endpointSchema } from "../contract/endpoint.ts";
import { fetchJson } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

export function endpointsQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "endpoints"],
    queryFn: ({ signal }) => fetchJson(`${scopePath(scope)}/endpoints`, { schema: endpointListSchema, signal }),
  });
}

export function createEndpoint(scope: Scope, body: { sid: string; certificates: string[] }) {
  return fetchJson(`${scopePath(scope)}/endpoints`, { method: "POST", body, schema: endpointSchema });
}

export type EndpointChange = { addCertificates?: string[]; removeCertificates?: string[]; strictLayout?: boolean };

export function changeEndpoint(scope: Scope, { id, change }: { id: string; change: EndpointChange }) {
  return fetchJson(`${scopePath(scope)}/endpoints/${encodeURIComponent(id)}`, {
    method: "PATCH",
    body: change,
    schema: endpointSchema,
  });
}
