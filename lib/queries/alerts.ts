import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AlertStatus } from "../contract/alert-marks.ts";
import { fetchJson, toQueryString } from "./fetch-json.ts";

const schema = async () => (await import("../contract/alert.ts")).alertsSchema;

/** How many alerts are open, for the navigation. */
export function openAlertsQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "alerts"],
    queryFn: async ({ signal }) => (await fetchJson(`/api/${environment}/alerts?limit=1`, { schema, signal })).open,
    staleTime: 15_000,
  });
}

/** Alerts of one status, the last seen first. */
export function alertsQuery(environment: string, status: AlertStatus) {
  return infiniteQueryOptions({
    queryKey: [environment, "*", "alerts", status],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(`/api/${environment}/alerts${toQueryString({ status, cursor: pageParam })}`, { schema, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 15_000,
  });
}

/** The key of what every change of an alert makes old. */
export function alertsKey(environment: string): readonly [string, string, string] {
  return [environment, "*", "alerts"];
}

export function changeAlert(environment: string, id: string, change: "acknowledge" | "resolve") {
  return fetchJson(`/api/${environment}/alerts/${encodeURIComponent(id)}/${change}`, {
    method: "POST",
    schema: async () => (await import("../contract/alert.ts")).alertSchema,
  });
}
