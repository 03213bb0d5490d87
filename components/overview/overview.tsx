"use client";

import { Button, Skeleton } from "@heroui/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { SyncLine } from "#components/sync-line.tsx";
import { TourButton } from "#components/tour/tour-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useIsOld } from "#components/ui/use-is-old.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { overviewQuery } from "#lib/queries/overview.ts";
import { ConnectionsPanel } from "./connections-panel.tsx";
import { LatestTransactions } from "./latest.tsx";
import { NotConnected } from "./not-connected.tsx";
import { OverviewFigures } from "./overview-figures.tsx";
import { lastDays, OverviewPeriod } from "./overview-period.tsx";
import { overviewSearchParsers } from "./overview-search.ts";
import { PartialNotice } from "./partial-notice.tsx";

/** Figures of a period and the latest records, of one merchant or of all that this user may see. */
export function Overview({ scope, scopeName }: { scope: Scope; scopeName: string }) {
  const t = useTranslations("overview");
  const ofList = useTranslations("transactions.list.empty");
  const { environment, zone } = useEnvironment();
  const [search, setSearch] = useQueryStates(overviewSearchParsers);
  const merchants = useQuery(merchantsQuery(scope.environment));
  const query = useQuery({ ...overviewQuery(scope, search), placeholderData: keepPreviousData });
  const { data } = query;
  const isOld = useIsOld(data?.asOf ?? undefined);
  if (merchants.data?.length === 0) return <NotConnected environment={environment} />;
  const days = search.from !== null && search.to !== null ? { from: search.from, to: search.to } : lastDays(zone, 30);
  const neverRead = data?.sync?.neverRead ?? 0;
  const isEmpty =
    data !== undefined && data.currencies.length === 0 && Object.values(data.notifications.now).every((count) => count === 0);
  return (
    <>
      <PageHeader title={t("title")} context={scopeName}>
        {scope.merchant === null ? <TourButton /> : null}
        <Freshness
          asOf={data?.asOf ?? undefined}
          scope={scopeName}
          isRefreshing={query.isRefetching}
          onRefresh={() => void query.refetch()}
        />
      </PageHeader>
      <OverviewPeriod
        shown={{ ...days, ...(data && !query.isPlaceholderData ? data : {}) }}
        onChange={(range) => void setSearch(range)}
      />
      {query.isError ? (
        <div className="pb-4">
          <ErrorNotice title={t(data ? "stale" : "failed")} error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : null}
      {data && isOld ? (
        <p role="status" className="pb-4 text-(--tone-warning)">
          {t("old")}
        </p>
      ) : null}
      {data?.sync ? <SyncLine environment={environment} sync={data.sync} /> : null}
      {data && data.partialCount > 0 && !data.sync ? <PartialNotice slugs={data.partial} count={data.partialCount} /> : null}
      {query.isPending ? <OverviewSkeleton /> : null}
      {isEmpty && neverRead > 0 ? (
        <EmptyState title={ofList("unreadTitle")}>{ofList("unread", { count: neverRead })}</EmptyState>
      ) : null}
      {isEmpty && neverRead === 0 ? (
        <EmptyState
          title={t("empty.title")}
          action={<Button onPress={() => void setSearch(lastDays(zone, 90))}>{t("empty.widen")}</Button>}
        >
          {t("empty.text")}
        </EmptyState>
      ) : null}
      {data && !isEmpty ? (
        <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          <OverviewFigures scope={scope} overview={data} search={search} onSearch={(change) => void setSearch(change)} />
        </div>
      ) : null}
      {data && !isEmpty ? null : (
        <div className="grid items-start gap-4 pt-4 xl:grid-cols-2">
          {scope.merchant === null ? <ConnectionsPanel environment={scope.environment} sync={data?.sync} /> : null}
          <LatestTransactions scope={scope} />
        </div>
      )}
    </>
  );
}

/** As high as the loaded content, so that the layout does not shift. */
function OverviewSkeleton() {
  const t = useTranslations("overview");
  return (
    <div role="status" aria-label={t("loading")}>
      <div className="grid grid-cols-2 gap-3 pb-4 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-8">
        {Array.from({ length: 8 }, (_, index) => `tile ${index}`).map((key) => (
          <Skeleton key={key} className="h-20 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-[340px] rounded-lg" />
    </div>
  );
}
