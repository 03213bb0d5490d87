import { queryOptions } from "@tanstack/react-query";
import { callOperation } from "./call-operation.ts";

const callOperations = async () => (await import("#lib/contract/call.ts")).callOperations;

/** The calls to the gateway after `after`; refetched every two seconds while the page is open. */
export function callsQuery(environment: string, after: number) {
  return queryOptions({
    queryKey: [environment, "*", "calls", after],
    queryFn: ({ signal }) => callOperation(callOperations, "listCalls", { params: { environment }, query: { after }, signal }),
    refetchInterval: 2_000,
  });
}
