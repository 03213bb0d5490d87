import { queryOptions } from "@tanstack/react-query";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const fieldOrderOperations = async () => (await import("#lib/contract/field-order.ts")).fieldOrderOperations;

export function fieldOrderKey(scope: Scope): readonly string[] {
  return [...scopeKey(scope), "field-order"];
}

export function fieldOrderQuery(scope: Scope, endpointId: string) {
  return queryOptions({
    queryKey: [...fieldOrderKey(scope), endpointId],
    queryFn: ({ signal }) =>
      callOperation(fieldOrderOperations, "getFieldOrder", { params: { ...scope, id: endpointId }, signal }),
  });
}

type Trial = { endpointId: string; order: readonly string[]; methods: readonly string[] };

/** A preview of stored notifications of these methods in this order; never cached. */
export function fieldOrderTrialQuery(scope: Scope, { endpointId, order, methods }: Trial) {
  return queryOptions({
    queryKey: [...fieldOrderKey(scope), endpointId, "trial", order, methods],
    queryFn: ({ signal }) =>
      callOperation(fieldOrderOperations, "tryFieldOrder", {
        params: { ...scope, id: endpointId },
        query: { order: order.join(), methods: methods.join() },
        signal,
      }),
    gcTime: 0,
  });
}

export function changeFieldOrder(
  scope: Scope,
  { endpointId, order, name }: { endpointId: string; order: readonly string[]; name: string },
) {
  return callOperation(fieldOrderOperations, "changeFieldOrder", { params: { ...scope, id: endpointId }, body: { order, name } });
}
