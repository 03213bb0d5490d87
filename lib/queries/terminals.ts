import { queryOptions } from "@tanstack/react-query";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const merchantOperations = async () => (await import("#lib/contract/merchant.ts")).merchantOperations;

export function terminalsQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "terminals"],
    queryFn: ({ signal }) => callOperation(merchantOperations, "listTerminals", { params: scope, signal }),
    // A gateway that cannot list them may recover.
    staleTime: ({ state }) => (state.data?.listed === false ? 30_000 : 300_000),
  });
}
