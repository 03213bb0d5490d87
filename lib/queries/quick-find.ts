import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "./fetch-json.ts";

/** Hits among what the desk has, of what is typed or of each reference in what was pasted. */
export function quickFindQuery(environment: string, values: readonly string[]) {
  return queryOptions({
    queryKey: [environment, "*", "quick-find", values],
    queryFn: ({ signal }) =>
      fetchJson(`/api/${environment}/quick-find`, {
        method: "POST",
        body: { values },
        schema: async () => (await import("../contract/quick-find.ts")).quickFindSchema,
        signal,
      }),
    enabled: values.length > 0,
  });
}
