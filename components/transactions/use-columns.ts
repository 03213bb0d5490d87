"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import type { TransactionColumn } from "#lib/contract/transaction-columns.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { chooseColumns, viewsQuery } from "#lib/queries/views.ts";
import { usualColumns } from "./transaction-columns.tsx";
import { parseAsColumns } from "./transaction-search.ts";

/**
 * The list's columns from left to right: those in the address, else the user's own, else the default. A change is saved
 * where they came from: a view's in the address, so that the view can be updated with them, others in the user's settings.
 */
export function useColumns({ environment, merchant }: Scope) {
  const client = useQueryClient();
  const views = viewsQuery({ environment, list: "transactions" });
  const { queryKey } = views;
  const { data } = useQuery(views);
  const [inAddress, setInAddress] = useQueryState("columns", parseAsColumns);
  const { mutate } = useMutation({
    // One after the other: of two quick changes the later one is what stays saved.
    scope: { id: `columns ${environment}` },
    mutationFn: (columns: readonly TransactionColumn[] | null) => chooseColumns(environment, columns),
    onMutate: (columns) => client.setQueryData(queryKey, (known) => known && { ...known, columns: columns && [...columns] }),
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const chosen = inAddress ?? data?.columns ?? usualColumns;
  const fitting = (columns: readonly TransactionColumn[]) =>
    columns.filter((column) => merchant === null || column !== "merchant");
  return {
    chosen,
    /** A list of one merchant does not repeat its name in every row. */
    shown: fitting(chosen),
    inAddress,
    choose: (columns: readonly TransactionColumn[]) => (inAddress ? void setInAddress([...columns]) : mutate(columns)),
    reset: () => (inAddress ? void setInAddress(null) : mutate(null)),
  };
}
