import { queryOptions } from "@tanstack/react-query";
import { callOperation } from "./call-operation.ts";

const quickFindOperations = async () => (await import("#lib/contract/quick-find.ts")).quickFindOperations;

/** Hits among what the desk has, of what is typed or of each reference in what was pasted. */
export function quickFindQuery(environment: string, values: readonly string[]) {
  return queryOptions({
    queryKey: [environment, "*", "quick-find", values],
    queryFn: ({ signal }) =>
      callOperation(quickFindOperations, "quickFind", { params: { environment }, body: { values }, signal }),
    enabled: values.length > 0,
  });
}
