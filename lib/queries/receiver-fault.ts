import { queryOptions } from "@tanstack/react-query";
import type { ReceiverFaultInput } from "#lib/contract/receiver-fault.ts";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const receiverFaultOperations = async () => (await import("#lib/contract/receiver-fault.ts")).receiverFaultOperations;

const againMs = 3_000;

/** Whether the merchant's URL_Notify fails on purpose; read again while it does, since it ends by itself. */
export function receiverFaultQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "receiver-fault"],
    queryFn: ({ signal }) => callOperation(receiverFaultOperations, "getReceiverFault", { params: scope, signal }),
    refetchInterval: ({ state }) => (state.data?.fault ? againMs : false),
  });
}

export function beginReceiverFault(scope: Scope, body: ReceiverFaultInput) {
  return callOperation(receiverFaultOperations, "beginReceiverFault", { params: scope, body });
}

export function endReceiverFault(scope: Scope) {
  return callOperation(receiverFaultOperations, "endReceiverFault", { params: scope });
}
