"use client";

import { Skeleton } from "@heroui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { LiveMark } from "#components/live/live-mark.tsx";
import { Money } from "#components/money.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import type { Notification } from "#lib/contract/notification.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { notificationsQuery } from "#lib/queries/notifications.ts";
import { notificationSearchParsers } from "./notification-search.ts";
import { VerdictMark, verdictOptions } from "./verdict-mark.tsx";

const methods = ["IPCPurchaseNotify", "IPCPurchaseRollback", "IPCPreAuthorizationNotify", "IPCSignatureVerify"].map((value) => ({
  value,
  label: value,
}));

function columns(showMerchant: boolean): Column<Notification>[] {
  return [
    { key: "received", label: "Received", cell: ({ receivedAt }) => <Timestamp at={receivedAt} /> },
    ...(showMerchant ? [{ key: "merchant", label: "Merchant", cell: ({ merchant }: Notification) => merchant }] : []),
    { key: "verdict", label: "Verdict", cell: ({ verdict }) => <VerdictMark verdict={verdict} /> },
    { key: "method", label: "Method", cell: ({ method }) => method?.replace(/^IPC/, "") ?? "–" },
    { key: "order", label: "Order", className: "reference", cell: ({ orderId }) => orderId ?? "–" },
    { key: "trnref", label: "IPC_Trnref", className: "reference", cell: ({ trnref }) => trnref ?? "–" },
    {
      key: "answer",
      label: "Our answer",
      cell: ({ answered, seen }) =>
        `${answered.status} ${answered.body.slice(0, 24)} · ${answered.ms} ms${seen > 1 ? ` · seen ${seen}×` : ""}`,
    },
    {
      key: "amount",
      label: "Amount",
      isEnd: true,
      cell: ({ amountMinor, currency }) => (currency === null ? "–" : <Money amountMinor={amountMinor} currency={currency} />),
    },
  ];
}

/** The received log, live. */
export function NotificationList({ scope, scopeName }: { scope: Scope; scopeName: string }) {
  const [search, setSearch] = useQueryStates(notificationSearchParsers);
  const query = useInfiniteQuery(notificationsQuery(scope, search));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <div className="flex flex-wrap items-start gap-3 pb-3">
        <Choice
          label="Verdict"
          anyLabel="Every verdict"
          options={verdictOptions}
          value={search.verdict}
          onChange={(verdict) => void setSearch({ verdict })}
        />
        <Choice
          label="Method"
          anyLabel="Every method"
          className="w-56"
          options={methods}
          value={search.method}
          onChange={(method) => void setSearch({ method })}
        />
        <DateRangeField label="Days" from={search.from} to={search.to} onChange={(range) => void setSearch(range)} />
        <FilterText label="Identifier" value={search.q} onChange={(q) => void setSearch({ q })} className="w-48" />
      </div>
      <div className="flex flex-wrap items-center gap-3 pb-2">
        <LiveMark />
        <Freshness
          asOf={query.data?.pages[0]?.asOf}
          scope={scopeName}
          isRefreshing={false}
          onRefresh={() => void query.refetch()}
        />
      </div>
      {query.isError ? (
        <ErrorNotice title="The notifications could not be listed" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton className="h-60 rounded-md" aria-label="Loading notifications" /> : null}
      {query.data && items.length === 0 ? <Nothing scope={scope} /> : null}
      {items.length > 0 ? (
        <SimpleTable
          label="Received notifications"
          columns={columns(scope.merchant === null)}
          rows={items}
          keyOf={({ id }) => id}
          hrefOf={({ merchant, id }) => `/${scope.environment}/${merchant}/notifications/${id}`}
          copyOf={({ trnref, orderId }) => trnref ?? orderId ?? ""}
          more={{ hasMore: query.hasNextPage, isLoading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
        />
      ) : null}
    </>
  );
}

function Nothing({ scope }: { scope: Scope }) {
  return (
    <EmptyState title="Nothing received that fits">
      Notifications appear here by themselves when they arrive at a merchant's URL_Notify.
      {scope.merchant === null ? null : (
        <>
          {" "}
          <Link className="text-accent underline" href={`/${scope.environment}/${scope.merchant}/endpoints`}>
            See the addresses of this merchant
          </Link>
          .
        </>
      )}
    </EmptyState>
  );
}
