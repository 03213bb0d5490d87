import { QueryClient } from "@tanstack/react-query";
import { isRetryableError } from "./api-error.ts";
import { createMutationCache, type ShowFailure } from "./failed-changes.ts";

/**
 * The cache of the page's requests. Reads are retried where that may help; changes are sent at once and once, or fail.
 * `onFailure` is called with failures of changes that nothing on the page shows.
 */
export function createQueryClient(onFailure: ShowFailure): QueryClient {
  return new QueryClient({
    mutationCache: createMutationCache(onFailure),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (failures, error) => failures < 2 && isRetryableError(error) },
      // Without a connection a change would otherwise wait, unseen, until there is one.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
