"use client";

import { Skeleton } from "@heroui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Money } from "#components/money.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import type { Payment } from "#lib/contract/payment.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { paymentsQuery } from "#lib/queries/payments.ts";
import { PaymentFilters } from "./payment-filters.tsx";
import { paymentSearchParsers } from "./payment-search.ts";
import { PaymentStatus } from "./payment-status.tsx";

function columns(t: Words<"payments">, showMerchant: boolean): Column<Payment>[] {
  return [
    { key: "created", label: t("list.created"), narrow: "note", cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    ...(showMerchant
      ? [{ key: "merchant", label: t("list.merchant"), cell: ({ merchant }: Payment) => <MerchantName slug={merchant} /> }]
      : []),
    {
      key: "reference",
      label: t("list.reference"),
      narrow: "title",
      className: "reference",
      cell: ({ referenceNumber }) => referenceNumber,
    },
    { key: "kind", label: t("list.kind"), cell: ({ kind }) => t(`kind.${kind}`) },
    { key: "terminal", label: t("list.terminal"), className: "reference", cell: ({ terminalId }) => terminalId },
    { key: "status", label: t("list.status"), narrow: "aside", cell: ({ status }) => <PaymentStatus status={status} /> },
    { key: "amount", label: t("list.amount"), isEnd: true, narrow: "value", cell: (payment) => <Money {...payment} /> },
  ];
}

export function PaymentList({ scope, scopeName }: { scope: Scope; scopeName: string }) {
  const t = useTranslations("payments");
  const [search] = useQueryStates(paymentSearchParsers);
  const query = useInfiniteQuery(paymentsQuery(scope, search));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const empty = Object.values(search).some((value) => value !== null) ? "noMatch" : "empty";
  return (
    <>
      <PaymentFilters />
      <Freshness
        asOf={query.data?.pages[0]?.asOf}
        scope={scopeName}
        isRefreshing={query.isRefetching}
        onRefresh={() => void query.refetch()}
      />
      <ErrorNotice title={t("list.failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-60 rounded-md" role="status" aria-label={t("list.loading")} /> : null}
      {query.data && items.length === 0 ? (
        <EmptyState title={t(`list.${empty}.title`)}>{t(`list.${empty}.text`)}</EmptyState>
      ) : null}
      {items.length > 0 ? (
        <SimpleTable
          label={t("list.label")}
          columns={columns(t, scope.merchant === null)}
          rows={items}
          keyOf={({ paymentId }) => paymentId}
          hrefOf={({ merchant, paymentId }) => `/${scope.environment}/${merchant}/payments/${paymentId}`}
          copyOf={({ referenceNumber }) => referenceNumber}
          more={{ hasMore: query.hasNextPage, isLoading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
        />
      ) : null}
    </>
  );
}
