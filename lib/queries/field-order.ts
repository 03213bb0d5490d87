import { queryOptions } from "@tanstack/react-query";
import { endpointPath } from "./endpoints.ts";
import { fetchJson } from "./fetch-json.ts";
import { type Scope, scopeKey } from "./keys.ts";

const schema = async () => (await import("../contract/field-order.ts")).fieldOrderSchema;

export function fieldOrderKey(scope: Scope): readonly string[] {
  return [...scopeKey(scope), "field-order"];
}

export function fieldOrderQuery(scope: Scope, endpointId: string) {
  return queryOptions({
    queryKey: [...fieldOrderKey(scope), endpointId],
    queryFn: ({ signal }) => fetchJson(`${endpointPath(scope, endpointId)}/field-order`, { schema, signal }),
  });
}

type Trial = { endpointId: string; order: readonly string[]; methods: readonly string[] };

/** What stored notifications of these methods would say in this order; read anew whenever it is asked for. */
export function fieldOrderTrialQuery(scope: Scope, { endpointId, order, methods }: Trial) {
  const search = new URLSearchParams({ order: order.join(), methods: methods.join() });
  return queryOptions({
    queryKey: [...fieldOrderKey(scope), endpointId, "trial", order, methods],
    queryFn: ({ signal }) =>
      fetchJson(`${endpointPath(scope, endpointId)}/field-order/trial?${search}`, {
        schema: async () => (await import("../contract/field-order.ts")).fieldOrderTrialSchema,
        signal,
      }),
    gcTime: 0,
  });
}

export function changeFieldOrder(
  scope: Scope,
  { endpointId, order, name }: { endpointId: string; order: readonly string[]; name: string },
) {
  return fetchJson(`${endpointPath(scope, endpointId)}/field-order`, { method: "POST", body: { order, name }, schema });
}
