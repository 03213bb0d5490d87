import { queryOptions } from "@tanstack/react-query";
import { definedInput, fetchJson, toQueryString } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

/** Null: the last 30 days. */
export type OverviewSearch = Record<"from" | "to", string | null>;

export function overviewInput({ from, to }: OverviewSearch): Record<string, string> {
  return from === null || to === null ? {} : definedInput({ from, to });
}

export function overviewQuery(scope: Scope, search: OverviewSearch) {
  const input = overviewInput(search);
  return queryOptions({
    queryKey: [...scopeKey(scope), "overview", input],
    queryFn: ({ signal }) =>
      fetchJson(`${scopePath(scope)}/overview${toQueryString(input)}`, {
        schema: async () => (await import("../contract/overview.ts")).overviewSchema,
        signal,
      }),
  });
}
