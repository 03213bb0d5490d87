import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeEndpoint, type EndpointChange, endpointsQuery } from "#lib/queries/endpoints.ts";
import type { Scope } from "#lib/queries/keys.ts";

/** Updates an endpoint and shows the result. */
export function useEndpointChange(scope: Scope, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: EndpointChange) => changeEndpoint(scope, { id, change }),
    onSettled: () => client.invalidateQueries({ queryKey: endpointsQuery(scope).queryKey }),
  });
}
