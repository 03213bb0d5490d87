import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { addMerchantInput, connectIntegrationInput, ImportResult } from "#lib/contract/connection.ts";
import type { MerchantFilter } from "#lib/contract/merchant-marks.ts";
import { brokenError } from "./api-error.ts";
import { callOperation } from "./call-operation.ts";
import { fetchLines } from "./fetch-lines.ts";
import { type Scope, scopeKey } from "./keys.ts";
import { queryText } from "./texts.ts";

const merchantOperations = async () => (await import("#lib/contract/merchant.ts")).merchantOperations;
const signInStopOperations = async () => (await import("#lib/contract/sign-in-stop.ts")).signInStopOperations;
const integrationGuardOperations = async () => (await import("#lib/contract/integration-guard.ts")).integrationGuardOperations;
const connectionOperations = async () => (await import("#lib/contract/connection.ts")).connectionOperations;

export function connectionQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "connection"],
    queryFn: ({ signal }) => callOperation(merchantOperations, "getConnection", { params: scope, signal }),
    refetchInterval: 10_000,
  });
}

export type ConnectionSearch = { q: string | null; status: MerchantFilter | null; order: "slug" | "name" };

const progressMs = 3_000;

/** A row is 3.5 KB of HTML, so a larger page would be slow. */
export const rowsOfBoard = 25;

/** The environment's integration and, in pages, its merchants, for administrators. */
export function connectionsQuery(environment: string, search: ConnectionSearch) {
  return infiniteQueryOptions({
    queryKey: [environment, "*", "connections", search],
    queryFn: ({ pageParam, signal }) =>
      callOperation(connectionOperations, "listConnections", {
        params: { environment },
        query: { ...search, limit: rowsOfBoard, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // While merchants are read for the first time, somebody watches their number grow.
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.sync.neverRead ?? 0) > 0 ? progressMs : false),
  });
}

/** Whether sign-in of the whole environment is stopped. Refetched, since it stops and goes on without this page. */
export function signInStopQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "signInStop"],
    queryFn: ({ signal }) => callOperation(signInStopOperations, "getSignInStop", { params: { environment }, signal }),
    refetchInterval: 30_000,
    staleTime: 15_000,
  });
}

export type GuardActionRequest = { half: "token" | "session"; name: string };

/** The one manual retry of a refused sign-in. */
export function tryOnceMore(scope: Scope, body: GuardActionRequest) {
  return callOperation(connectionOperations, "tryOnceMore", { params: scope, body });
}

/** The gateway confirmed that its counter was reset. */
export function confirmCounterWasReset(scope: Scope, body: GuardActionRequest) {
  return callOperation(connectionOperations, "confirmCounterWasReset", { params: scope, body: { ...body, confirmed: true } });
}

/** The same of the integration's token, which needs no merchant; the environment's name is typed. */
export function tryIntegrationOnceMore(environment: string, name: string) {
  return callOperation(integrationGuardOperations, "tryIntegrationOnceMore", { params: { environment }, body: { name } });
}

export function confirmIntegrationCounterWasReset(environment: string, name: string) {
  const body = { name, confirmed: true } as const;
  return callOperation(integrationGuardOperations, "confirmIntegrationCounterWasReset", { params: { environment }, body });
}

/** The steps that need no merchant. */
export function checkIntegration(environment: string) {
  return callOperation(connectionOperations, "checkIntegration", { params: { environment } });
}

export function checkConnection(scope: Scope) {
  return callOperation(connectionOperations, "checkConnection", { params: scope });
}

/** The form's values; the server reports missing or invalid fields. */
export function connectIntegration(environment: string, form: Record<string, string>) {
  const body = form as z.input<typeof connectIntegrationInput>;
  return callOperation(connectionOperations, "connectIntegration", { params: { environment }, body });
}

export function addMerchant(environment: string, form: Record<string, string>) {
  const body = form as z.input<typeof addMerchantInput>;
  return callOperation(connectionOperations, "addMerchant", { params: { environment }, body });
}

/** The result of each line as a dry run; nothing is stored. */
export function planImport(environment: string, csv: string) {
  const body = { csv, dryRun: true };
  return callOperation(connectionOperations, "importMerchants", { params: { environment }, body });
}

type ImportWatch = { onStep: (done: number, total: number) => void };

/** Stores the merchants of the file, all or none, and reports the progress. */
export async function importMerchants(environment: string, csv: string, { onStep }: ImportWatch): Promise<ImportResult> {
  const schema = async () => (await import("#lib/contract/connection.ts")).importStepSchema;
  const path = `/api/${environment}/merchants/import/steps`;
  const { signal } = new AbortController();
  for await (const step of fetchLines(path, { schema, signal, body: { csv, dryRun: false } })) {
    if (step.step === "end") return step.result;
    onStep(step.done, step.total);
  }
  throw brokenError(queryText("import_interrupted"));
}
