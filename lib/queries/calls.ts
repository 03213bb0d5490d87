import { queryOptions } from "@tanstack/react-query";
import { callOperation } from "./call-operation.ts";

const callOperations = async () => (await import("#lib/contract/call.ts")).callOperations;

/** The calls to the gateway behind `after`; asked for again every two seconds while somebody looks. */
export function callsQuery(environment: string, after: number) {
  return queryOptions({
    queryKey: [environment, "*", "calls", after],
    queryFn: ({ signal }) => callOperation(callOperations, "listCalls", { params: { environment }, query: { after }, signal }),
    refetchInterval: 2_000,
  });
}
