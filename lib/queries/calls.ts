import { queryOptions } from "@tanstack/react-query";
import type { CallPeriod } from "#lib/core/gateway-calls.ts";
import { callOperation } from "./call-operation.ts";
import { definedInput } from "./fetch-json.ts";

const callOperations = async () => (await import("#lib/contract/call.ts")).callOperations;

/** Of one merchant, and of one group of errors. */
export type CallSearch = {
  merchant?: string | null;
  method?: string | null;
  path?: string | null;
  outcome?: string | null;
};

/** The calls to the gateway after `after`; refetched every two seconds while the page is open. */
export function callsQuery(environment: string, { after, ...search }: CallSearch & { after: number }) {
  const query = { after, ...definedInput(search) };
  return queryOptions({
    queryKey: [environment, "*", "calls", query],
    queryFn: ({ signal }) => callOperation(callOperations, "listCalls", { params: { environment }, query, signal }),
    refetchInterval: 2_000,
  });
}

export type CallErrorSearch = { period: CallPeriod; merchant: string | null };

export function callErrorsInput({ period, merchant }: CallErrorSearch) {
  return definedInput({ period, merchant });
}

/** Failed calls by operation and outcome, over the hours of a day or the days of a week. */
export function callErrorsQuery(environment: string, search: CallErrorSearch) {
  return queryOptions({
    queryKey: [environment, "*", "calls", "errors", search],
    queryFn: ({ signal }) =>
      callOperation(callOperations, "listCallErrors", { params: { environment }, query: callErrorsInput(search), signal }),
    refetchInterval: 30_000,
  });
}
