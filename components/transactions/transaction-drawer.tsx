"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect } from "react";
import type { Transaction } from "#lib/contract/transaction.ts";
import { transactionQuery } from "#lib/queries/transactions.ts";
import { DetailDrawer } from "../data-table/detail-drawer.tsx";
import { transactionHref } from "../transaction-href.ts";
import { useDebounced } from "../ui/use-debounced.ts";

type Props = { environment: string; item: Pick<Transaction, "merchant" | "reference" | "id">; onClose: () => void };

const loadPreview = () => import("./transaction-preview.tsx");
const Preview = lazy(() => loadPreview().then((module) => ({ default: module.TransactionPreview })));

const pauseMs = 150;

/** A transaction in the detail drawer; loads only the row at which the user stops. */
export function TransactionDrawer({ environment, item, onClose }: Props) {
  const t = useTranslations("drawer");
  const row = useDebounced(item, pauseMs);
  const { merchant, id } = row;
  const query = useQuery(transactionQuery({ environment, merchant }, { id }));
  const isSettled = id === item.id && merchant === item.merchant;
  // While the row is read.
  useEffect(() => void loadPreview().catch(() => undefined), []);
  return (
    <DetailDrawer
      title={<span className="reference">{item.reference ?? item.id}</span>}
      href={transactionHref(environment, item)}
      query={{ ...query, isPending: !isSettled || query.isPending }}
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
