import { queryOptions } from "@tanstack/react-query";
import { callOperation } from "./call-operation.ts";
import { definedInput } from "./fetch-json.ts";
import { type Scope, scopeKey } from "./keys.ts";

const overviewOperations = async () => (await import("#lib/contract/overview.ts")).overviewOperations;

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
      callOperation(overviewOperations, scope.merchant === null ? "getOverviewOfAll" : "getOverview", {
        params: scope,
        query: input,
        signal,
      }),
  });
}
