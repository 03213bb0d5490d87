import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { FilterSearch, feeFilters } from "#lib/contract/filters.ts";
import { callOperation } from "./call-operation.ts";
import { definedInput } from "./fetch-json.ts";

const feeOperations = async () => (await import("#lib/contract/fees.ts")).feeOperations;

export type FeeSearch = FilterSearch<typeof feeFilters>;

/** The query of the list's page after `cursor`, for the browser and for the server. */
export function feesInput(search: FeeSearch, cursor: string | null = null) {
  return definedInput({ ...search, limit: 100, cursor });
}

/** Stored sales with their fees. */
export function feesQuery(environment: string, search: FeeSearch) {
  return infiniteQueryOptions({
    queryKey: [environment, "*", "fees", search],
    queryFn: ({ pageParam, signal }) =>
      callOperation(feeOperations, "listFees", { params: { environment }, query: feesInput(search, pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The same for any kind. */
export function feeSumsQuery(environment: string, { kind: _, ...search }: FeeSearch) {
  return queryOptions({
    queryKey: [environment, "*", "fees", "sums", search],
    queryFn: ({ signal }) =>
      callOperation(feeOperations, "sumFees", { params: { environment }, query: definedInput(search), signal }),
  });
}
