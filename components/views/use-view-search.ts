"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { startTransition, useMemo } from "react";
import { filterParsers } from "#components/filters/filter-parsers.ts";
import type { FilterSearch, Filters } from "#lib/contract/filters.ts";
import { viewsQuery } from "#lib/queries/views.ts";
import { allView, type ListPlace } from "./view-address.ts";

/**
 * The filters in the address of a list with views. An address without any would open the user's default view on reload, so it
 * explicitly selects all.
 */
export function useViewSearch<F extends Filters>(filters: F, { list, scope: { environment, merchant } }: ListPlace) {
  const parsers = useMemo(() => ({ ...filterParsers(filters), view: parseAsString }), [filters]);
  const { data: views } = useQuery(viewsQuery({ environment, list }));
  const [{ view, ...values }, setState] = useQueryStates(parsers, { history: "push" });
  const search = values as FilterSearch<F>;
  const hasDefault = views?.items.some((item) => item.isDefault && (item.merchant ?? null) === merchant) ?? false;

  function setSearch(change: Partial<FilterSearch<F>> | null) {
    const next: Partial<FilterSearch<F>> = change === null ? {} : { ...search, ...change };
    const isBare = Object.values(next).every((value) => value === null || value === undefined);
    const cleared = Object.fromEntries(Object.keys(filters).map((key) => [key, null]));
    startTransition(() => {
      void setState({
        ...(change === null ? cleared : change),
        ...(isBare ? { view: view !== null || hasDefault ? allView : null } : {}),
      } as Parameters<typeof setState>[0]);
    });
  }

  return { search, setSearch };
}
