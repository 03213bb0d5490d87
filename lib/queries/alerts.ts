import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AlertStatus } from "#lib/contract/alert-marks.ts";
import { callOperation } from "./call-operation.ts";
import { definedInput } from "./fetch-json.ts";

const alertOperations = async () => (await import("#lib/contract/alert.ts")).alertOperations;

const refetchMs = 60_000;

/**
 * The number of open alerts, for the navigation, and for the title of a tab that nobody looks at. Those that a job opens are on no
 * event stream.
 */
export function openAlertsQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "alerts"],
    queryFn: async ({ signal }) =>
      (await callOperation(alertOperations, "listAlerts", { params: { environment }, query: { limit: 1 }, signal })).open,
    staleTime: 15_000,
    refetchInterval: refetchMs,
    refetchIntervalInBackground: true,
  });
}

const newest = 100;

/** Open alerts for this browser's notifications, in a tab that nobody looks at too. */
export function newestAlertsQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "alerts", "newest"],
    queryFn: async ({ signal }) => {
      const query = { status: "open", limit: newest } as const;
      return (await callOperation(alertOperations, "listAlerts", { params: { environment }, query, signal })).items;
    },
    refetchInterval: refetchMs,
    refetchIntervalInBackground: true,
  });
}

type AlertSearch = { status: AlertStatus; merchant: string | null; group: string | null };

/** The query of the list's page after `cursor`, for the browser and for the server. */
export function alertsInput(search: AlertSearch, cursor: string | null = null) {
  return definedInput({ ...search, cursor });
}

/** Alerts of one status, most recent first. */
export function alertsQuery(environment: string, search: AlertSearch) {
  return infiniteQueryOptions({
    queryKey: [environment, "*", "alerts", search],
    queryFn: ({ pageParam, signal }) =>
      callOperation(alertOperations, "listAlerts", {
        params: { environment },
        query: alertsInput(search, pageParam),
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 15_000,
    refetchInterval: refetchMs,
  });
}

/** The key of all queries that a change of an alert invalidates. */
export function alertsKey(environment: string): readonly [string, string, string] {
  return [environment, "*", "alerts"];
}

export function changeAlert(environment: string, id: string, change: "acknowledge" | "resolve") {
  return callOperation(alertOperations, `${change}Alert` as const, { params: { environment, id } });
}

export function commentAlert(environment: string, id: string, text: string) {
  return callOperation(alertOperations, "commentAlert", { params: { environment, id }, body: { text } });
}
