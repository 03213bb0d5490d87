"use client";

import { useViewSearch } from "#components/views/use-view-search.ts";
import { transactionListFilters } from "#lib/contract/filters.ts";
import type { Scope } from "#lib/queries/keys.ts";

export function useTransactionSearch(scope: Scope) {
  return useViewSearch(transactionListFilters, { list: "transactions", scope });
}
