"use client";

import { Skeleton } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { GridSelection } from "#components/data-table/use-row-grid.ts";
import { transactionHref } from "#components/transaction-href.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import type { Transaction } from "#lib/contract/transaction.ts";
import type { TransactionColumn } from "#lib/contract/transaction-columns.ts";
import type { Scope } from "#lib/queries/keys.ts";
import type { TransactionSearch } from "#lib/queries/transactions.ts";
import { WithDetailDrawer } from "../data-table/with-detail-drawer.tsx";
import { NothingHere, type Widen } from "./nothing-here.tsx";
import { rowKey } from "./row-key.ts";
import { TransactionDrawer } from "./transaction-drawer.tsx";
import { TransactionTable } from "./transaction-table.tsx";
import { useTransactionPages } from "./use-transaction-pages.ts";

type Props = {
  scope: Scope;
  search: TransactionSearch;
  columns: readonly TransactionColumn[];
  selection: GridSelection<Transaction>;
  /** For many merchants: the number that was never synced; an empty list proves nothing for these. */
  neverRead: number;
  /** The same where only older days of some are still to be read. */
  lacksHistory: boolean;
  onSearch: Widen;
  /** Of all rows that match; null while they are counted. */
  total: number | null;
  /** Receives the read time of the rows in view. */
  onAsOf: (asOf: string | undefined) => void;
};

/** The rows, separate from the rest of the page: loading pages while a key is pressed re-renders only this. */
export function LedgerRows({ scope, search, columns, selection, neverRead, lacksHistory, total, onSearch, onAsOf }: Props) {
  const t = useTranslations("transactions.list");
  const pages = useTransactionPages(scope, search);
  const { zone } = search;
  useEffect(() => onAsOf(pages.asOf), [onAsOf, pages.asOf]);
  if (pages.isPending) return <Skeleton className="h-full min-h-40 rounded-md" role="status" aria-label={t("loading")} />;
  if (pages.rowCount === 0) return pages.firstError ? null : <NothingHere {...{ search, neverRead, lacksHistory, onSearch }} />;
  return (
    <>
      {pages.moreError && !pages.firstError ? (
        <div className="pb-3">
          <ErrorNotice title={t("moreFailed")} error={pages.moreError} onRetry={pages.refetch} />
        </div>
      ) : null}
      <WithDetailDrawer
        items={pages.items}
        keyOf={rowKey}
        unloadsRows
        hrefOf={(item) => transactionHref(scope.environment, item, zone)}
        panel={(item, close) => <TransactionDrawer environment={scope.environment} item={item} onClose={close} />}
      >
        <TransactionTable environment={scope.environment} {...{ pages, columns, zone, selection, total }} />
      </WithDetailDrawer>
    </>
  );
}
