import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "./fetch-json.ts";

/** The merchants of an environment this person may see, with the state of their sign-in at the gateway. */
export function merchantsQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "merchants"],
    queryFn: ({ signal }) =>
      fetchJson(`/api/${environment}/merchants`, {
        schema: async () => (await import("../contract/merchant.ts")).merchantsSchema,
        signal,
      }),
    staleTime: 15_000,
    // `npm run connect` may be connecting them at this moment.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? 2_000 : false),
  });
}
