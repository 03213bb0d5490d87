"use client";

import { Button, Skeleton } from "@heroui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import type { Words } from "#components/language/words.ts";
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

function columnsIn(
  t: Words<"notifications">,
  { amount, say }: { amount: string; say: (text: string) => string },
): readonly Column<Transaction>[] {
  return [
    { key: "time", label: t("labels.time"), narrow: "note", cell: ({ occurredAt }) => <Timestamp at={occurredAt} /> },
    {
      key: "reference",
      label: t("labels.reference"),
      narrow: "title",
      className: "reference",
      cell: ({ reference }) => reference ?? "–",
    },
    { key: "order", label: t("labels.order"), className: "reference", cell: ({ referenceNumber }) => referenceNumber ?? "–" },
    { key: "type", label: t("labels.type"), narrow: "aside", cell: ({ typeName }) => say(typeName) },
    { key: "card", label: t("labels.brand"), className: "reference", cell: ({ pan }) => pan ?? "–" },
    { key: "amount", label: amount, isEnd: true, narrow: "value", cell: (row) => <Money {...row} /> },
  ];
}

type Props = { scope: { environment: string; merchant: string }; scopeName: string };

/** Online sales in the ledger that URL_Notify never heard of. */
export function NeverNotifiedList({ scope, scopeName }: Props) {
  const t = useTranslations("notifications");
  const common = useTranslations("common");
  const say = useSentence();
  const { zone } = useEnvironment();
  const [search, setSearch] = useQueryStates(neverNotifiedParsers);
  const query = useInfiniteQuery(neverNotifiedQuery(scope, search));
  const [first] = query.data?.pages ?? [];
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <NotificationTabs scope={scope} current="never-notified" />
      <p className="max-w-prose pb-3 text-muted">{t("neverNotified.about")}</p>
      <div className="flex flex-wrap items-end gap-3 pb-3">
        <DateRangeField
          label={t("filters.days", { zone })}
          from={search.from}
          to={search.to}
          onChange={(range) => void setSearch(range)}
        />
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
      <ErrorNotice title={t("neverNotified.failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-60 rounded-md" role="status" aria-label={t("neverNotified.loading")} /> : null}
      {first && items.length === 0 ? (
        <EmptyState title={t("neverNotified.empty.title")}>{t("neverNotified.empty.text")}</EmptyState>
      ) : null}
      {items.length > 0 ? (
        <SimpleTable
          label={t("tabs.neverNotified")}
          columns={columnsIn(t, { amount: common("amount"), say })}
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
  const t = useTranslations("notifications");
  const say = useSentence();
  const { firstEndpointAt } = page;
  return (
    <div className="flex flex-col gap-1 pb-3 text-muted">
      {page.complete ? null : <p>{t("neverNotified.stillReading")}</p>}
      {page.problem ? (
        <p className="text-(--tone-warning)">{t("neverNotified.problem", { problem: say(page.problem.message) })}</p>
      ) : null}
      {firstEndpointAt === null ? (
        <p>{t("neverNotified.noEndpoint")}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2">
          <span>{t.rich("neverNotified.since", { at: () => <Timestamp at={firstEndpointAt} /> })}</span>
          <Button size="sm" variant="ghost" onPress={() => onSince(firstEndpointAt.slice(0, 10))}>
            {t("neverNotified.onlySince")}
          </Button>
        </p>
      )}
    </div>
  );
}
