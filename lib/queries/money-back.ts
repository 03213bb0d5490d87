import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { FilterSearch, moneyBackFilters } from "#lib/contract/filters.ts";
import { callOperation } from "./call-operation.ts";
import { definedInput } from "./fetch-json.ts";
import { type Scope, scopeKey } from "./keys.ts";

const moneyBackOperations = async () => (await import("#lib/contract/money-back.ts")).moneyBackOperations;

export type MoneyBackSearch = FilterSearch<typeof moneyBackFilters>;

/** The query of the list's page after `cursor`, for the browser and for the server. */
export function moneyBackInput(search: MoneyBackSearch, cursor: string | null = null) {
  return definedInput({ ...search, limit: 100, cursor });
}

/** Payment notifications that were not answered OK. */
export function moneyBackQuery(scope: Scope, search: MoneyBackSearch) {
  return infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "money-back", search],
    queryFn: ({ pageParam, signal }) =>
      callOperation(moneyBackOperations, scope.merchant === null ? "listAllMoneyBack" : "listMoneyBack", {
        params: scope,
        query: moneyBackInput(search, pageParam),
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function moneyBackSumsQuery(scope: Scope, search: MoneyBackSearch) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "money-back", "sums", search],
    queryFn: ({ signal }) =>
      callOperation(moneyBackOperations, scope.merchant === null ? "sumAllMoneyBack" : "sumMoneyBack", {
        params: scope,
        query: definedInput(search),
        signal,
      }),
  });
}
