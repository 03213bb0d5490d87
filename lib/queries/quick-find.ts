import { queryOptions } from "@tanstack/react-query";
import { callOperation } from "./call-operation.ts";

const quickFindOperations = async () => (await import("#lib/contract/quick-find.ts")).quickFindOperations;

/** Local search results for the typed text, or for each reference in pasted text. */
export function quickFindQuery(environment: string, values: readonly string[]) {
  return queryOptions({
    queryKey: [environment, "*", "quick-find", values],
    queryFn: ({ signal }) =>
      callOperation(quickFindOperations, "quickFind", { params: { environment }, body: { values }, signal }),
    enabled: values.length > 0,
  });
}
