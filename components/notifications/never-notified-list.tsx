"use client";

import { Button, Skeleton } from "@heroui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { LiveMark } from "#components/live/live-mark.tsx";
import { Money } from "#components/money.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { transactionHref } from "#components/transactions/transaction-href.ts";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import type { NeverNotifiedPage, Transaction } from "#lib/contract/transaction.ts";
import { neverNotifiedQuery } from "#lib/queries/notifications.ts";
import { neverNotifiedParsers } from "./notification-search.ts";
import { NotificationTabs } from "./notification-tabs.tsx";

const columns: readonly Column<Transaction>[] = [
  { key: "time", label: "Time", cell: ({ occurredAt }) => <Timestamp at={occurredAt} /> },
  { key: "reference", label: "Reference", className: "reference", cell: ({ reference }) => reference ?? "–" },
  { key: "order", label: "Order", className: "reference", cell: ({ referenceNumber }) => referenceNumber ?? "–" },
  { key: "type", label: "Type", cell: ({ typeName }) => typeName },
  { key: "card", label: "Card", className: "reference", cell: ({ pan }) => pan ?? "–" },
  { key: "amount", label: "Amount", isEnd: true, cell: (row) => <Money {...row} /> },
];

type Props = { scope: { environment: string; merchant: string }; scopeName: string };

/** Online sales in the ledger that URL_Notify never heard of. */
export function NeverNotifiedList({ scope, scopeName }: Props) {
  const { zone } = useEnvironment();
  const [search, setSearch] = useQueryStates(neverNotifiedParsers);
  const query = useInfiniteQuery(neverNotifiedQuery(scope, search));
  const [first] = query.data?.pages ?? [];
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <NotificationTabs scope={scope} current="never-notified" />
      <p className="max-w-prose pb-3 text-muted">
        Only sales made online are told to URL_Notify. Sales at a terminal, fees, refunds and payouts are not in this list.
      </p>
      <div className="flex flex-wrap items-end gap-3 pb-3">
        <DateRangeField label={`Days (${zone})`} from={search.from} to={search.to} onChange={(range) => void setSearch(range)} />
      </div>
      <div className="flex flex-wrap items-center gap-3 pb-2">
        <LiveMark />
        <Freshness
          asOf={first?.asOf}
          scope={scopeName}
          isRefreshing={query.isRefetching && !query.isFetchingNextPage}
          onRefresh={() => void query.refetch()}
        />
      </div>
      {first ? <Notes page={first} onSince={(from) => void setSearch({ from, to: null })} /> : null}
      {query.isError ? (
        <ErrorNotice title="The sales could not be listed" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton className="h-60 rounded-md" aria-label="Loading sales" /> : null}
      {first && items.length === 0 ? (
        <EmptyState title="Every online sale was notified">Nothing is missing in these days.</EmptyState>
      ) : null}
      {items.length > 0 ? (
        <SimpleTable
          label="Recorded, never notified"
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
          hrefOf={(row) => transactionHref(scope.environment, row)}
          copyOf={({ reference, referenceNumber }) => reference ?? referenceNumber ?? ""}
          more={{ hasMore: query.hasNextPage, isLoading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
        />
      ) : null}
    </>
  );
}

/** What the list does not hold, and why so much may be in it. */
function Notes({ page, onSince }: { page: NeverNotifiedPage; onSince: (day: string) => void }) {
  const { firstEndpointAt } = page;
  return (
    <div className="flex flex-col gap-1 pb-3 text-muted">
      {page.complete ? null : <p>The ledger is still being read; the list grows by itself.</p>}
      {page.problem ? <p className="text-(--tone-warning)">{page.problem.message} Shown as last read.</p> : null}
      {firstEndpointAt === null ? (
        <p>This merchant has no URL_Notify at this desk, so none of its sales can be told to it.</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2">
          <span>
            Its URL_Notify was made <Timestamp at={firstEndpointAt} />; what was sold before was not told to it.
          </span>
          <Button size="sm" variant="ghost" onPress={() => onSince(firstEndpointAt.slice(0, 10))}>
            Only since then
          </Button>
        </p>
      )}
    </div>
  );
}
