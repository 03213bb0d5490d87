import { queryOptions } from "@tanstack/react-query";
import type { AlertStatus } from "../contract/alert-marks.ts";
import { fetchJson } from "./fetch-json.ts";

/** Alerts of one status. The navigation shows how many are open. */
export function alertsQuery(environment: string, status: AlertStatus = "open") {
  return queryOptions({
    queryKey: [environment, "*", "alerts", status],
    queryFn: ({ signal }) =>
      fetchJson(`/api/${environment}/alerts?status=${status}`, {
        schema: async () => (await import("../contract/alert.ts")).alertsSchema,
        signal,
      }),
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
