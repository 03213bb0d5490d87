"use client";

import { Button, Skeleton } from "@heroui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { LiveMark } from "#components/live/live-mark.tsx";
import { NotificationPeek } from "#components/peek/notification-peek.tsx";
import { WithPeek } from "#components/peek/with-peek.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import type { Notification, NotificationPage } from "#lib/contract/notification.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { notificationsQuery } from "#lib/queries/notifications.ts";
import { NotificationFilters } from "./notification-filters.tsx";
import { notificationSearchParsers } from "./notification-search.ts";
import { NotificationTable } from "./notification-table.tsx";
import { NotificationTabs } from "./notification-tabs.tsx";
import { VerifyAgain } from "./verify-again.tsx";

/** The received log, live. */
export function NotificationList({ scope, scopeName }: { scope: Scope; scopeName: string }) {
  const t = useTranslations("notifications");
  const [search, setSearch] = useQueryStates(notificationSearchParsers);
  const query = useInfiniteQuery(notificationsQuery(scope, search));
  const pages = query.data?.pages ?? [];
  const items = uniqueRows(pages);
  const isMoreRefused = query.isFetchNextPageError;
  const tryAgain = () => void (isMoreRefused ? query.fetchNextPage() : query.refetch());
  const isFiltered = Object.values(search).some((value) => value !== null);
  return (
    <>
      {scope.merchant === null ? null : (
        <NotificationTabs
          scope={{ ...scope, merchant: scope.merchant }}
          current={search.flag === "unknown" ? "unknown" : "received"}
        />
      )}
      <NotificationFilters scope={scope} problems={query.error instanceof ApiError ? query.error.fields : []} />
      <div className="flex flex-wrap items-center gap-3 pb-2">
        <LiveMark />
        <Freshness
          asOf={pages[0]?.asOf}
          scope={scopeName}
          isRefreshing={query.isRefetching && !query.isFetchingNextPage}
          onRefresh={() => void query.refetch()}
        />
        {scope.merchant !== null && search.verdict !== null && search.verdict !== "valid" ? <VerifyAgain scope={scope} /> : null}
      </div>
      <ErrorNotice title={t("list.failed")} error={query.error} onRetry={tryAgain} />
      {query.isPending ? <Skeleton className="h-[60dvh] rounded-md" role="status" aria-label={t("list.loading")} /> : null}
      {query.data && items.length === 0 ? (
        <Nothing scope={scope} isFiltered={isFiltered} onWiden={() => void setSearch(null)} />
      ) : null}
      {items.length > 0 ? (
        <WithPeek
          key={JSON.stringify([scope, search])}
          items={items}
          keyOf={({ id }) => id}
          hrefOf={({ merchant, id }) => `/${scope.environment}/${merchant}/notifications/${id}`}
          panel={(item, close) => <NotificationPeek environment={scope.environment} item={item} onClose={close} />}
        >
          <NotificationTable
            environment={scope.environment}
            items={items}
            showMerchant={scope.merchant === null}
            hasMore={query.hasNextPage && !isMoreRefused}
            isLoadingMore={query.isFetchingNextPage}
            onLoadMore={() => void query.fetchNextPage()}
          />
        </WithPeek>
      ) : null}
    </>
  );
}

/** Arrivals move the page borders; each row is shown once. */
function uniqueRows(pages: readonly NotificationPage[]): Notification[] {
  return [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()];
}

function Nothing({ scope, isFiltered, onWiden }: { scope: Scope; isFiltered: boolean; onWiden: () => void }) {
  const t = useTranslations("notifications");
  if (isFiltered) {
    return (
      <EmptyState title={t("list.noneFits.title")} action={<Button onPress={onWiden}>{t("list.noneFits.clear")}</Button>}>
        {t("list.noneFits.text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("list.empty.title")}>
      {t("list.empty.text")}
      {scope.merchant === null ? null : (
        <>
          {" "}
          {t.rich("list.empty.addresses", {
            link: (words) => (
              <Link className="text-accent underline" href={`/${scope.environment}/${scope.merchant}/endpoints`}>
                {words}
              </Link>
            ),
          })}
        </>
      )}
    </EmptyState>
  );
}
