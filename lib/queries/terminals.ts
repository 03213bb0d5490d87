import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

export function terminalsQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "terminals"],
    queryFn: ({ signal }) =>
      fetchJson(`${scopePath(scope)}/terminals`, {
        schema: async () => (await import("../contract/merchant.ts")).terminalsSchema,
        signal,
      }),
    // What keeps a gateway from listing them may pass.
    staleTime: ({ state }) => (state.data?.listed === false ? 30_000 : 300_000),
  });
}
