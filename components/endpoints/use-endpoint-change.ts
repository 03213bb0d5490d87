import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeEndpoint, type EndpointChange, endpointsQuery } from "#lib/queries/endpoints.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";

/** Updates an endpoint and shows the result; `onSuccess` comes before what changed is shown, an error without waiting for it. */
export function useEndpointChange(scope: Scope, id: string, onSuccess: () => void = () => {}) {
  const client = useQueryClient();
  return useMutation({
    meta: showsError,
    mutationFn: (change: EndpointChange) => changeEndpoint(scope, { id, change }),
    onSuccess,
    onSettled: (_, error) => {
      const reading = client.invalidateQueries({ queryKey: endpointsQuery(scope).queryKey });
      return error ? undefined : reading;
    },
  });
}
