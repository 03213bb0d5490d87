"use client";

import { Skeleton } from "@heroui/react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect } from "react";
import type { Transaction } from "#lib/contract/transaction.ts";
import { transactionQuery } from "#lib/queries/transactions.ts";
import { DetailDrawer } from "../data-table/detail-drawer.tsx";
import { useSettledRow } from "../data-table/use-settled-row.ts";
import { transactionHref } from "../transaction-href.ts";

type Props = { environment: string; item: Pick<Transaction, "merchant" | "reference" | "id">; onClose: () => void };

const loadPreview = () => import("./transaction-preview.tsx");
const Preview = lazy(() => loadPreview().then((module) => ({ default: module.TransactionPreview })));

/** A transaction in the detail drawer; loads only the row at which the user stops. */
export function TransactionDrawer({ environment, item, onClose }: Props) {
  const t = useTranslations("drawer");
  const { row, query } = useSettledRow(item, ({ merchant, id }) => transactionQuery({ environment, merchant }, { id }));
  // While the row is read.
  useEffect(() => void loadPreview().catch(() => undefined), []);
  return (
    <DetailDrawer
      title={<span className="reference">{item.reference ?? item.id}</span>}
      href={transactionHref(environment, item)}
      query={query}
      onClose={onClose}
    >
      {query.data ? (
        <Suspense fallback={<Skeleton className="h-64 rounded-md" role="status" aria-label={t("loading")} />}>
          <Preview detail={query.data} environment={environment} row={row} />
        </Suspense>
      ) : null}
    </DetailDrawer>
  );
}
