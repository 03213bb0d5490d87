"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { DataTable } from "#components/data-table/data-table.tsx";
import type { GridSelection } from "#components/data-table/use-row-grid.ts";
import { useSay } from "#components/language/say.ts";
import { transactionHref } from "#components/transaction-href.ts";
import type { Transaction } from "#lib/contract/transaction.ts";
import type { TransactionColumn } from "#lib/contract/transaction-columns.ts";
import { rowKey } from "./row-key.ts";
import { toGridColumns } from "./transaction-columns.tsx";
import type { useTransactionPages } from "./use-transaction-pages.ts";
import { useVisited } from "./visited.ts";

type Props = {
  environment: string;
  pages: ReturnType<typeof useTransactionPages>;
  columns: readonly TransactionColumn[];
  zone: string | null;
  selection: GridSelection<Transaction>;
  /** Null while they are counted. */
  total: number | null;
};

/** Transactions as table rows. */
export function TransactionTable({ environment, pages, columns, zone, selection, total }: Props) {
  const t = useTranslations("transactions");
  const say = useSay();
  const visited = useVisited(environment);
  const columnsKey = columns.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the columns
  const gridColumns = useMemo(() => toGridColumns({ t, say }, columns, visited), [t, say, columnsKey, visited]);
  return (
    <DataTable
      label={t("list.label")}
      columns={gridColumns}
      rows={pages}
      keyOf={rowKey}
      hrefOf={(item) => transactionHref(environment, item, zone)}
      copyOf={({ reference, id }) => reference ?? id}
      selection={selection}
      total={total}
    />
  );
}
