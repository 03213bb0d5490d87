"use client";

import { Button, Skeleton } from "@heroui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import type { Transaction, TransactionPage } from "#lib/contract/transaction.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { transactionsQuery } from "#lib/queries/transactions.ts";
import { PartialNotice } from "./partial-notice.tsx";
import { Totals } from "./totals.tsx";
import { TransactionFilters } from "./transaction-filters.tsx";
import { transactionSearchParsers } from "./transaction-search.ts";
import { rowKey, TransactionTable } from "./transaction-table.tsx";

/** The ledger of one merchant or of all: filters, totals, rows, selection. */
export function TransactionList({ scope, scopeName }: { scope: Scope; scopeName: string }) {
  const [search, setSearch] = useQueryStates(transactionSearchParsers);
  const query = useInfiniteQuery(transactionsQuery(scope, search));
  const [selected, setSelected] = useState<Selection>(new Set());
  const pages = query.data?.pages ?? [];
  const items = uniqueRows(pages);
  const first = pages[0];
  const fieldProblems = query.error instanceof ApiError ? query.error.fields : [];
  return (
    <>
      <TransactionFilters problems={fieldProblems} />
      {query.isError ? (
        <ErrorNotice title="The transactions could not be listed" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {first ? <PartialNotice page={first} /> : null}
      {first ? <Totals totals={first.totals} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <Freshness
          asOf={first?.asOf}
          scope={scopeName}
          isRefreshing={query.isRefetching}
          onRefresh={() => void query.refetch()}
        />
        <LookUpSelected environment={scope.environment} items={chosen(items, selected)} />
      </div>
      {query.isPending ? <Skeleton className="h-[60dvh] rounded-md" aria-label="Loading transactions" /> : null}
      {first && items.length === 0 ? (
        <NothingHere hasDates={search.from !== null} onWiden={() => void setSearch({ from: null, to: null })} />
      ) : null}
      {items.length > 0 ? (
        <TransactionTable
          environment={scope.environment}
          items={items}
          showMerchant={scope.merchant === null}
          selected={selected}
          onSelect={setSelected}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
        />
      ) : null}
    </>
  );
}

/** A refetch while rows arrive can move the page border; each row is shown once. */
function uniqueRows(pages: readonly TransactionPage[]): Transaction[] {
  return [...new Map(pages.flatMap((page) => page.items).map((item) => [rowKey(item), item])).values()];
}

function chosen(items: readonly Transaction[], selected: Selection): Transaction[] {
  return selected === "all" ? [...items] : items.filter((item) => selected.has(rowKey(item)));
}

function LookUpSelected({ environment, items }: { environment: string; items: readonly Transaction[] }) {
  const router = useRouter();
  const references = [...new Set(items.flatMap(({ reference }) => (reference === null ? [] : [reference])))];
  if (references.length === 0)
    return <p className="text-muted text-xs">Select rows with the space bar or x to look them up together.</p>;
  return (
    <Button size="sm" onPress={() => router.push(`/${environment}/lookup?refs=${encodeURIComponent(references.join(","))}`)}>
      Look up {references.length} selected
    </Button>
  );
}

function NothingHere({ hasDates, onWiden }: { hasDates: boolean; onWiden: () => void }) {
  return (
    <EmptyState title="No transactions fit" action={hasDates ? <Button onPress={onWiden}>Look at all dates</Button> : undefined}>
      {hasDates ? "Nothing in these days with these filters." : "This ledger holds nothing that fits these filters."}
    </EmptyState>
  );
}
