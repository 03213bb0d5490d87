import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

export function connectionQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "connection"],
    queryFn: ({ signal }) =>
      fetchJson(`${scopePath(scope)}/connection`, {
        schema: async () => (await import("../contract/merchant.ts")).connectionSchema,
        signal,
      }),
    refetchInterval: 10_000,
  });
}

/** The environment's integration and its merchants side by side, for administrators. */
export function connectionsQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "connections"],
    queryFn: ({ signal }) =>
      fetchJson(`/api/${environment}/connection`, {
        schema: async () => (await import("../contract/connection.ts")).connectionsSchema,
        signal,
      }),
  });
}

export type GuardAsk = { half: "token" | "session"; name: string };

/** A person's one try at a refused sign-in. */
export function tryOnceMore(scope: Scope, body: GuardAsk) {
  return fetchJson(`${scopePath(scope)}/connection/try-once-more`, {
    method: "POST",
    body,
    schema: async () => (await import("../contract/connection.ts")).guardActSchema,
  });
}

/** The gateway confirmed that its counter was reset. */
export function confirmCounterWasReset(scope: Scope, body: GuardAsk) {
  const path = `${scopePath(scope)}/connection/counter-was-reset`;
  return fetchJson(path, {
    method: "POST",
    body: { ...body, confirmed: true },
    schema: async () => (await import("../contract/connection.ts")).guardActSchema,
  });
}

export function checkConnection(scope: Scope) {
  return fetchJson(`${scopePath(scope)}/connection/check`, {
    method: "POST",
    schema: async () => (await import("../contract/connection.ts")).connectionCheckSchema,
  });
}

export function connectIntegration(environment: string, body: Record<string, string>) {
  return fetchJson(`/api/${environment}/connection`, {
    method: "POST",
    body,
    schema: async () => (await import("../contract/connection.ts")).savedSchema,
  });
}

export function addMerchant(environment: string, body: Record<string, string>) {
  return fetchJson(`/api/${environment}/merchants`, {
    method: "POST",
    body,
    schema: async () => (await import("../contract/connection.ts")).savedSchema,
  });
}

export function importMerchants(environment: string, body: { csv: string; dryRun: boolean }) {
  return fetchJson(`/api/${environment}/merchants/import`, {
    method: "POST",
    body,
    schema: async () => (await import("../contract/connection.ts")).importResultSchema,
  });
}
