import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ImportResult } from "../contract/connection.ts";
import type { MerchantFilter } from "../contract/merchant-marks.ts";
import { ApiError } from "./api-error.ts";
import { fetchJson, toQueryString } from "./fetch-json.ts";
import { fetchLines } from "./fetch-lines.ts";
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

export type ConnectionSearch = { q: string | null; status: MerchantFilter | null; order: "slug" | "name" };

/** A row is 3.5 KB of HTML: twice as many are too much for a page. */
export const rowsOfBoard = 25;

/** The environment's integration and, in pages, its merchants side by side, for administrators. */
export function connectionsQuery(environment: string, search: ConnectionSearch) {
  return infiniteQueryOptions({
    queryKey: [environment, "*", "connections", search],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(`/api/${environment}/connection${toQueryString({ ...search, limit: rowsOfBoard, cursor: pageParam })}`, {
        schema: async () => (await import("../contract/connection.ts")).connectionsSchema,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
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

/** What each line of the file would do; nothing is stored. */
export function planImport(environment: string, csv: string) {
  const body = { csv, dryRun: true };
  return fetchJson(`/api/${environment}/merchants/import`, {
    method: "POST",
    body,
    schema: async () => (await import("../contract/connection.ts")).importResultSchema,
  });
}

type ImportWatch = { onStep: (done: number, total: number) => void };

/** Stores the merchants of the file, all or none, and tells how many are written meanwhile. */
export async function importMerchants(environment: string, csv: string, { onStep }: ImportWatch): Promise<ImportResult> {
  const schema = async () => (await import("../contract/connection.ts")).importStepSchema;
  const path = `/api/${environment}/merchants/import/steps`;
  const { signal } = new AbortController();
  for await (const step of fetchLines(path, { schema, signal, body: { csv, dryRun: false } })) {
    if (step.step === "end") return step.result;
    onStep(step.done, step.total);
  }
  const message = "The answer broke off. Show again what the file would do: what was stored is so already.";
  throw new ApiError({ code: "network", status: null, message });
}
