import { queryOptions } from "@tanstack/react-query";
import { connectionSchema } from "../contract/merchant.ts";
import { fetchJson } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

export function connectionQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "connection"],
    queryFn: ({ signal }) => fetchJson(`${scopePath(scope)}/connection`, { schema: connectionSchema, signal }),
    refetchInterval: 10_000,
  });
}
