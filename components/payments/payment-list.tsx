"use client";

import { Skeleton } from "@heroui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
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

function columns(showMerchant: boolean): Column<Payment>[] {
  return [
    { key: "created", label: "Created", cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    ...(showMerchant
      ? [{ key: "merchant", label: "Merchant", cell: ({ merchant }: Payment) => <MerchantName slug={merchant} /> }]
      : []),
    { key: "reference", label: "Reference", className: "reference", cell: ({ referenceNumber }) => referenceNumber },
    { key: "kind", label: "Kind", cell: ({ kind }) => (kind === "refund" ? "Refund" : "Payment") },
    { key: "terminal", label: "Terminal", className: "reference", cell: ({ terminalId }) => terminalId },
    { key: "status", label: "Status", cell: ({ status }) => <PaymentStatus status={status} /> },
    { key: "amount", label: "Amount", isEnd: true, cell: (payment) => <Money {...payment} /> },
  ];
}

export function PaymentList({ scope, scopeName }: { scope: Scope; scopeName: string }) {
  const [search] = useQueryStates(paymentSearchParsers);
  const query = useInfiniteQuery(paymentsQuery(scope, search));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = Object.values(search).some((value) => value !== null);
  return (
    <>
      <PaymentFilters />
      <Freshness
        asOf={query.data?.pages[0]?.asOf}
        scope={scopeName}
        isRefreshing={query.isRefetching}
        onRefresh={() => void query.refetch()}
      />
      {query.isError ? (
        <ErrorNotice title="The payments could not be listed" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton className="h-60 rounded-md" aria-label="Loading payments" /> : null}
      {query.data && items.length === 0 ? (
        <EmptyState title={isFiltered ? "No payment fits these filters" : "No payments here yet"}>
          {isFiltered
            ? "Clear a filter or widen the days."
            : "Payments taken with this desk are listed here, also those whose outcome is not known."}
        </EmptyState>
      ) : null}
      {items.length > 0 ? (
        <SimpleTable
          label="Payments"
          columns={columns(scope.merchant === null)}
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
