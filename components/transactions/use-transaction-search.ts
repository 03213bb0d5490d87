"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { startTransition } from "react";
import type { FilterSearch, transactionListFilters } from "#lib/contract/filters.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { viewsQuery } from "#lib/queries/views.ts";
import { allView, transactionSearchParsers } from "./transaction-search.ts";

const parsers = { ...transactionSearchParsers, view: parseAsString };

type Search = FilterSearch<typeof transactionListFilters>;

/**
 * The filters in the address. An address without any would open the user's default view on reload, so it explicitly
 * selects all transactions.
 */
export function useTransactionSearch({ environment, merchant }: Scope) {
  const { data: views } = useQuery(viewsQuery(environment));
  const [{ view, ...search }, setState] = useQueryStates(parsers, { history: "push" });
  const hasDefault = views?.items.some((item) => item.isDefault && item.merchant === merchant) ?? false;

  function setSearch(change: Partial<Search> | null) {
    const next: Partial<Search> = change === null ? {} : { ...search, ...change };
    const isBare = Object.values(next).every((value) => value === null || value === undefined);
    const cleared = Object.fromEntries(Object.keys(transactionSearchParsers).map((key) => [key, null]));
    startTransition(() => {
      void setState({
        ...(change === null ? cleared : change),
        ...(isBare ? { view: view !== null || hasDefault ? allView : null } : {}),
      });
    });
  }

  return { search, setSearch };
}
