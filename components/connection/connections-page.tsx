"use client";

import { Skeleton } from "@heroui/react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import type { ComponentProps } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Connections } from "#lib/contract/connection.ts";
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
  const loading = <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("page.loading")} />;
  const isFiltered = search.q !== null || search.status !== null;
  // Until the merchants found have come, those of the last search are shown.
  const searchKey = JSON.stringify([search, query.isPlaceholderData]);
  const { data, error, isFetchNextPageError: isMoreRefused } = query;
  const more = {
    hasMore: query.hasNextPage && !isMoreRefused,
    isLoading: query.isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
  };
  const read = { data, error, refetch: isMoreRefused ? query.fetchNextPage : query.refetch };
  return (
    <Loaded query={read} failedTitle={t("page.failed")} loading={loading}>
      {({ pages }) => (
        <Connected environment={environment} pages={pages} isFiltered={isFiltered} more={more} searchKey={searchKey} />
      )}
    </Loaded>
  );
}

type ConnectedProps = {
  environment: string;
  pages: readonly Connections[];
  isFiltered: boolean;
  more: ComponentProps<typeof ConnectedMerchants>["more"];
  searchKey: string;
};

function Connected({ environment, pages: [first, ...others], isFiltered, more, searchKey }: ConnectedProps) {
  const t = useTranslations("connection");
  const { data: me } = useQuery(whoAmIQuery());
  if (!first) return null;
  const { integration, portalUrl, sync } = first;
  const merchants = [first, ...others].flatMap((page) => page.merchants);
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
        <ConnectedMerchants key={searchKey} environment={environment} merchants={merchants} more={more} />
      ) : null}
    </div>
  );
}
