"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { ShownZone } from "#components/layout/zone-choice.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import type { Arrangement } from "#components/views/view-address.ts";
import type { ExportTransactionsInput } from "#lib/contract/export.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "#lib/queries/keys.ts";
import { transactionFilter, transactionPageQuery, transactionTotalsQuery } from "#lib/queries/transactions.ts";
import { hasFoldedFees } from "./fees-toggle.tsx";
import { LedgerRows } from "./ledger-rows.tsx";
import { PartialNotice } from "./partial-notice.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { Totals } from "./totals.tsx";
import { toExportColumns } from "./transaction-columns.tsx";
import { TransactionFilters } from "./transaction-filters.tsx";
import { TransactionTabs } from "./transaction-tabs.tsx";
import { useCaughtUp } from "./use-caught-up.ts";
import { useColumns } from "./use-columns.ts";
import { toSelectionInput, useRowSelection } from "./use-row-selection.ts";
import { useTransactionSearch } from "./use-transaction-search.ts";
import { VolumePanel } from "./volume-panel.tsx";

const noProblems: ApiError["fields"] = [];

type Props = ListPageProps & { scope: Scope };

/** The ledger of one merchant or of all: views, filters, totals, rows, selection. */
export function TransactionList(props: Props) {
  return (
    <ShownZone>
      <Ledger {...props} />
    </ShownZone>
  );
}

function Ledger({ scope, title, context }: Props) {
  const t = useTranslations("transactions");
  const { search, setSearch } = useTransactionSearch(scope);
  const client = useQueryClient();
  const { data: page, error, isRefetching } = useQuery(transactionPageQuery(scope, search, null));
  const refresh = () => void client.invalidateQueries({ queryKey: [...scopeKey(scope), "transactions"] });
  const totals = useQuery({ ...transactionTotalsQuery(scope, search), enabled: page !== undefined });
  useCaughtUp(totals, page?.asOf);
  const [rowsAsOf, setRowsAsOf] = useState<string>();
  const filter = transactionFilter(search);
  const columns = useColumns(scope);
  const isFolded = hasFoldedFees(search);
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
    <ListPage
      title={title}
      context={context}
      status={<Freshness asOf={rowsAsOf ?? page?.asOf} isRefreshing={isRefetching} onRefresh={refresh} />}
      actions={
        <ExportMenu
          path={`${scopePath(scope)}/transactions/export`}
          toBody={() => what}
          label={t(rows.count > 0 ? "export.selected" : "export.all")}
          isPartial={rows.count === 0 && page?.complete === false}
        />
      }
      footer={
        <>
          {rows.count === 0 && totals.data ? <Totals totals={totals.data.totals} isFolded={isFolded} /> : null}
          <SelectionBar scope={scope} input={what.selection} rows={rows} matching={totals.data?.count} isFolded={isFolded} />
          {page ? <VolumePanel scope={scope} search={search} rowsAsOf={page.asOf} onDays={setSearch} /> : null}
        </>
      }
    >
      <TransactionTabs scope={scope} arrangement={arrangement} />
      <TransactionFilters scope={scope} problems={error instanceof ApiError ? error.fields : noProblems} />
      {error ? (
        <div className="pb-3">
          <ErrorNotice title={t("list.failed")} error={error} onRetry={refresh} />
        </div>
      ) : null}
      {page ? <PartialNotice page={page} scope={scope} /> : null}
      <LedgerRows
        key={JSON.stringify([scope, search])}
        scope={scope}
        search={search}
        columns={columns.shown}
        selection={rows.grid}
        total={totals.data?.count ?? null}
        neverRead={page?.sync?.neverRead ?? 0}
        lacksHistory={page?.lacksHistory ?? false}
        onSearch={setSearch}
        onAsOf={setRowsAsOf}
      />
    </ListPage>
  );
}
