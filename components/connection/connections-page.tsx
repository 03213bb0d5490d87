"use client";

import { Skeleton } from "@heroui/react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { connectionsQuery } from "#lib/queries/connection.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { ConnectSteps } from "./connect-steps.tsx";
import { ConnectedMerchants } from "./connected-merchants.tsx";
import { connectionSearchParsers } from "./connection-search.ts";
import { IntegrationFacts } from "./integration-facts.tsx";
import { MerchantFilters } from "./merchant-filters.tsx";
import { PortalSteps } from "./portal-steps.tsx";

/** The integration of an environment and all its merchants: their state, and connecting more. */
export function ConnectionsPage({ environment }: { environment: string }) {
  const t = useTranslations("connection");
  const [search] = useQueryStates(connectionSearchParsers);
  const query = useInfiniteQuery({ ...connectionsQuery(environment, search), placeholderData: keepPreviousData });
  const { data: me } = useQuery(whoAmIQuery());
  if (query.isError) {
    return <ErrorNotice title={t("page.failed")} error={query.error} onRetry={() => void query.refetch()} />;
  }
  const [first] = query.data?.pages ?? [];
  if (!query.data || !first) return <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("page.loading")} />;
  const { integration, portalUrl, sync } = first;
  const merchants = query.data.pages.flatMap((page) => page.merchants);
  const isFiltered = search.q !== null || search.status !== null;
  const mayConnect = environment !== "sandbox" && me !== undefined && !me.staff.isLimited;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {mayConnect ? (
          <ConnectSteps environment={environment} connections={first}>
            {integration ? <IntegrationFacts environment={environment} integration={integration} /> : null}
          </ConnectSteps>
        ) : (
          <Panel title={t("page.integration")}>
            {integration ? (
              <IntegrationFacts environment={environment} integration={integration} />
            ) : (
              <p>{t("page.notConnected")}</p>
            )}
          </Panel>
        )}
        <PortalSteps environment={environment} portalUrl={portalUrl} />
      </div>
      {sync.merchants > merchants.length || isFiltered ? <MerchantFilters environment={environment} sync={sync} /> : null}
      {merchants.length === 0 && isFiltered ? (
        <EmptyState title={t("merchants.noneFit")}>{t("merchants.change")}</EmptyState>
      ) : null}
      {merchants.length > 0 ? (
        <ConnectedMerchants
          // Until the merchants found have come, those of the last search are shown.
          key={JSON.stringify([search, query.isPlaceholderData])}
          environment={environment}
          merchants={merchants}
          more={{ hasMore: query.hasNextPage, isLoading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
        />
      ) : null}
    </div>
  );
}
