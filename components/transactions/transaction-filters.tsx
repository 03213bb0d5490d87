"use client";

import { memo } from "react";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { transactionListFilters } from "#lib/contract/filters.ts";
import type { FieldProblem } from "#lib/core/errors.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { useTransactionSearch } from "./use-transaction-search.ts";

type Props = { scope: Scope; problems: readonly FieldProblem[] };

/** Separate from the list, which re-renders whenever rows arrive. */
export const TransactionFilters = memo(function TransactionFilters({ scope, problems }: Props) {
  const { search, setSearch } = useTransactionSearch(scope);
  return <ListFilters filters={transactionListFilters} search={search} onChange={setSearch} problems={problems} />;
});
