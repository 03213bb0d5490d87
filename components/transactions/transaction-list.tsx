"use client";

import { Button, Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { ShownZone, ZoneChoice } from "#components/layout/zone-choice.tsx";
import { TransactionPeek } from "#components/peek/transaction-peek.tsx";
import { WithPeek } from "#components/peek/with-peek.tsx";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import type { ExportTransactionsInput } from "#lib/contract/export.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { type Scope, scopePath } from "#lib/queries/keys.ts";
import { transactionFilter, transactionTotalsQuery } from "#lib/queries/transactions.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { PartialNotice } from "./partial-notice.tsx";
import { rowKey, toSelectionInput } from "./row-key.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { Totals } from "./totals.tsx";
import { toExportColumns } from "./transaction-columns.tsx";
import { TransactionFilters } from "./transaction-filters.tsx";
import { transactionHref } from "./transaction-href.ts";
import { TransactionTable } from "./transaction-table.tsx";
import { useColumns } from "./use-columns.ts";
import { useRowSelection } from "./use-row-selection.ts";
import { useTransactionPages } from "./use-transaction-pages.ts";
import { useTransactionSearch } from "./use-transaction-search.ts";
import type { Arrangement } from "./view-address.ts";
import { ViewBar } from "./view-bar.tsx";
import { VolumePanel } from "./volume-panel.tsx";

const noProblems: readonly [] = [];

type Props = { scope: Scope; scopeName: string };

/** The ledger of one merchant or of all: views, filters, totals, rows, selection. */
export function TransactionList(props: Props) {
  return (
    <ShownZone>
      <Ledger {...props} />
    </ShownZone>
  );
}

function Ledger({ scope, scopeName }: Props) {
  const { search, setSearch } = useTransactionSearch(scope);
  const pages = useTransactionPages(scope, search);
  const { page, error } = pages;
  const totals = useQuery({ ...transactionTotalsQuery(scope, search), enabled: page !== undefined });
  const filter = transactionFilter(search);
  const columns = useColumns(scope);
  const arranged = JSON.stringify({ search: definedInput(search), columns: columns.inAddress });
  const arrangement = useMemo((): Arrangement => JSON.parse(arranged), [arranged]);
  const rows = useRowSelection(filter, totals.data?.count);
  const what: Omit<ExportTransactionsInput, "format"> = {
    order: search.order ?? "newest",
    selection: toSelectionInput(rows.selection, filter),
    columns: toExportColumns(columns.shown),
    ...(search.zone === null ? {} : { zone: search.zone }),
  };
  return (
    <>
      <ViewBar scope={scope} arrangement={arrangement} />
      <TransactionFilters scope={scope} problems={error instanceof ApiError ? error.fields : noProblems} />
      {error ? (
        <div className="pb-3">
          <ErrorNotice title="The transactions could not be listed" error={error} onRetry={pages.refetch} />
        </div>
      ) : null}
      {page ? <PartialNotice page={page} /> : null}
      {totals.data ? <Totals totals={totals.data.totals} /> : null}
      {page ? <VolumePanel scope={scope} search={search} onDays={setSearch} /> : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-2">
        <Freshness asOf={page?.asOf} scope={scopeName} isRefreshing={pages.isRefetching} onRefresh={pages.refetch} />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <SelectionBar environment={scope.environment} rows={rows} matching={totals.data?.count} />
          <ZoneChoice />
          <ColumnChooser columns={columns} />
          <ExportMenu
            path={`${scopePath(scope)}/transactions/export`}
            toBody={() => what}
            label={rows.count > 0 ? "Export selected" : "Export"}
          />
        </div>
      </div>
      {pages.isPending ? <Skeleton className="h-[60dvh] rounded-md" aria-label="Loading transactions" /> : null}
      {page && pages.rowCount === 0 ? (
        <NothingHere hasDates={search.from !== null} onWiden={() => setSearch({ from: null, to: null })} />
      ) : null}
      {pages.rowCount > 0 ? (
        <WithPeek
          items={pages.items}
          keyOf={rowKey}
          hrefOf={(item) => transactionHref(scope.environment, item, search.zone)}
          panel={(item, close) => <TransactionPeek environment={scope.environment} item={item} onClose={close} />}
        >
          <TransactionTable
            environment={scope.environment}
            pages={pages}
            columns={columns.shown}
            zone={search.zone}
            selection={rows.grid}
          />
        </WithPeek>
      ) : null}
    </>
  );
}

function NothingHere({ hasDates, onWiden }: { hasDates: boolean; onWiden: () => void }) {
  return (
    <EmptyState title="No transactions fit" action={hasDates ? <Button onPress={onWiden}>Look at all dates</Button> : undefined}>
      {hasDates ? "Nothing in these days with these filters." : "This ledger holds nothing that fits these filters."}
    </EmptyState>
  );
}
