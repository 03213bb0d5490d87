import { queryOptions } from "@tanstack/react-query";
import { fetchJson, toQueryString } from "./fetch-json.ts";

/** The calls to the gateway behind `after`; asked for again every two seconds while somebody looks. */
export function callsQuery(environment: string, after: number) {
  return queryOptions({
    queryKey: [environment, "*", "calls", after],
    queryFn: ({ signal }) =>
      fetchJson(`/api/${environment}/calls${toQueryString({ after })}`, {
        schema: async () => (await import("../contract/call.ts")).callListSchema,
        signal,
      }),
    refetchInterval: 2_000,
  });
}
