"use client";

import { Button, Skeleton } from "@heroui/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { TransactionPeek } from "#components/peek/transaction-peek.tsx";
import { WithPeek } from "#components/peek/with-peek.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import type { Transaction, TransactionPage } from "#lib/contract/transaction.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { transactionFilter, transactionsQuery, transactionTotalsQuery } from "#lib/queries/transactions.ts";
import { ExportMenu } from "./export-menu.tsx";
import { PartialNotice } from "./partial-notice.tsx";
import { rowKey, toSelectionInput } from "./row-key.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { Totals } from "./totals.tsx";
import { TransactionFilters } from "./transaction-filters.tsx";
import { transactionHref } from "./transaction-href.ts";
import { transactionSearchParsers } from "./transaction-search.ts";
import { TransactionTable } from "./transaction-table.tsx";
import { useRowSelection } from "./use-row-selection.ts";
import { VolumePanel } from "./volume-panel.tsx";

/** The ledger of one merchant or of all: filters, totals, rows, selection. */
export function TransactionList({ scope, scopeName }: { scope: Scope; scopeName: string }) {
  const [search, setSearch] = useQueryStates(transactionSearchParsers);
  const query = useInfiniteQuery(transactionsQuery(scope, search));
  const pages = query.data?.pages ?? [];
  const items = uniqueRows(pages);
  const first = pages[0];
  const totals = useQuery({ ...transactionTotalsQuery(scope, search), enabled: first !== undefined });
  const filter = transactionFilter(search);
  const rows = useRowSelection(items, filter);
  const what = { order: search.order ?? "newest", selection: toSelectionInput(rows.selection, filter) };
  return (
    <>
      <TransactionFilters problems={query.error instanceof ApiError ? query.error.fields : []} />
      {query.isError ? (
        <div className="pb-3">
          <ErrorNotice title="The transactions could not be listed" error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : null}
      {first ? <PartialNotice page={first} /> : null}
      {totals.data ? <Totals totals={totals.data.totals} /> : null}
      {first ? <VolumePanel scope={scope} search={search} onDays={(range) => void setSearch(range)} /> : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-2">
        <Freshness
          asOf={first?.asOf}
          scope={scopeName}
          isRefreshing={query.isRefetching}
          onRefresh={() => void query.refetch()}
        />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <SelectionBar environment={scope.environment} items={items} rows={rows} matching={totals.data?.count} />
          <ExportMenu scope={scope} what={what} label={rows.table.size > 0 ? "Export selected" : "Export"} />
        </div>
      </div>
      {query.isPending ? <Skeleton className="h-[60dvh] rounded-md" aria-label="Loading transactions" /> : null}
      {first && items.length === 0 ? (
        <NothingHere hasDates={search.from !== null} onWiden={() => void setSearch({ from: null, to: null })} />
      ) : null}
      {items.length > 0 ? (
        <WithPeek
          items={items}
          keyOf={rowKey}
          hrefOf={(item) => transactionHref(scope.environment, item)}
          panel={(item, close) => <TransactionPeek environment={scope.environment} item={item} onClose={close} />}
        >
          <TransactionTable
            environment={scope.environment}
            items={items}
            showMerchant={scope.merchant === null}
            selected={rows.table}
            onSelect={rows.onTableChange}
            hasMore={query.hasNextPage}
            isLoadingMore={query.isFetchingNextPage}
            onLoadMore={() => void query.fetchNextPage()}
          />
        </WithPeek>
      ) : null}
    </>
  );
}

/** A refetch while rows arrive can move the page border; each row is shown once. */
function uniqueRows(pages: readonly TransactionPage[]): Transaction[] {
  return [...new Map(pages.flatMap((page) => page.items).map((item) => [rowKey(item), item])).values()];
}

function NothingHere({ hasDates, onWiden }: { hasDates: boolean; onWiden: () => void }) {
  return (
    <EmptyState title="No transactions fit" action={hasDates ? <Button onPress={onWiden}>Look at all dates</Button> : undefined}>
      {hasDates ? "Nothing in these days with these filters." : "This ledger holds nothing that fits these filters."}
    </EmptyState>
  );
}
