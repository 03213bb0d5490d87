"use client";

import { Skeleton } from "@heroui/react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useSay } from "#components/language/say.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { givenName } from "#lib/core/given-name.ts";
import { connectionsQuery } from "#lib/queries/connection.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { AddMerchant } from "./add-merchant.tsx";
import { ConnectedMerchants } from "./connected-merchants.tsx";
import { connectionSearchParsers } from "./connection-search.ts";
import { Fact } from "./fact.tsx";
import { IdentityMark } from "./identity-mark.tsx";
import { IdentityStop } from "./identity-stop.tsx";
import { ImportMerchants } from "./import-merchants.tsx";
import { IntegrationForm } from "./integration-form.tsx";
import { MerchantFilters } from "./merchant-filters.tsx";
import { PortalSteps } from "./portal-steps.tsx";

/** The integration of an environment and all its merchants: their state, and connecting more. */
export function ConnectionsPage({ environment }: { environment: string }) {
  const t = useTranslations("connection");
  const pages = useTranslations("frame.pages");
  const say = useSay();
  const [search] = useQueryStates(connectionSearchParsers);
  const query = useInfiniteQuery({ ...connectionsQuery(environment, search), placeholderData: keepPreviousData });
  const { data: me } = useQuery(whoAmIQuery());
  if (query.isError) {
    return <ErrorNotice title={t("page.failed")} error={query.error} onRetry={() => void query.refetch()} />;
  }
  const [first] = query.data?.pages ?? [];
  if (!query.data || !first) return <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("page.loading")} />;
  const { integration, portalUrl, allowedHosts, sync } = first;
  const merchants = query.data.pages.flatMap((page) => page.merchants);
  const isFiltered = search.q !== null || search.status !== null;
  const mayConnect = environment !== "sandbox" && me !== undefined && !me.staff.isLimited;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel
          title={t("page.integration")}
          action={
            <Link href={`/${environment}/settings/gateway`} className="text-accent">
              {pages("gateway")}
            </Link>
          }
        >
          {integration ? (
            <dl className="flex flex-col gap-1 pb-3">
              <Fact name={t("facts.baseUrl")} value={<span className="reference">{integration.baseUrl}</span>} />
              <Fact name={t("facts.partnerId")} value={<span className="reference">{integration.partnerId}</span>} />
              <Fact name={t("facts.applicationId")} value={<span className="reference">{integration.applicationId}</span>} />
              <Fact
                name={t("facts.credentials")}
                value={
                  <span className="reference">
                    {t("facts.credentialsSet", { fingerprint: integration.credentialFingerprint })}
                  </span>
                }
              />
              <Fact name={t("facts.set")} value={<Timestamp at={integration.credentialSetAt} precision="row" />} />
              <Fact name={t("facts.by")} value={say(givenName(integration.credentialSetBy))} />
              <Fact name={t("facts.token")} value={<IdentityMark state={integration.token.state} />} />
            </dl>
          ) : (
            <p className="pb-3">{t("page.notConnected")}</p>
          )}
          {integration ? <IdentityStop half="token" identity={integration.token} /> : null}
          {mayConnect ? (
            <IntegrationForm environment={environment} integration={integration} allowedHosts={allowedHosts} />
          ) : null}
        </Panel>
        <PortalSteps environment={environment} portalUrl={portalUrl} />
      </div>
      {mayConnect && integration ? (
        <div className="flex flex-wrap gap-2">
          <AddMerchant environment={environment} />
          <ImportMerchants environment={environment} />
        </div>
      ) : null}
      {sync.merchants > merchants.length || isFiltered ? <MerchantFilters environment={environment} sync={sync} /> : null}
      {merchants.length === 0 && isFiltered ? (
        <EmptyState title={t("merchants.noneFit")}>{t("merchants.change")}</EmptyState>
      ) : null}
      {merchants.length === 0 && !isFiltered ? (
        <EmptyState title={t("page.noMerchants")}>{integration ? t("page.addOne") : t("page.connectFirst")}</EmptyState>
      ) : null}
      {merchants.length > 0 ? (
        <ConnectedMerchants
          environment={environment}
          merchants={merchants}
          more={{ hasMore: query.hasNextPage, isLoading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
        />
      ) : null}
    </div>
  );
}
