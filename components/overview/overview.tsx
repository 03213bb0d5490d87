"use client";

import { Button } from "@heroui/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { GetStarted } from "#components/get-started/get-started.tsx";
import { TourButton } from "#components/tour/tour-button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { Overview as OverviewData } from "#lib/contract/overview.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { overviewQuery } from "#lib/queries/overview.ts";
import { GroupChoice, useGroupName } from "./group-choice.tsx";
import { LatestPayments } from "./latest-payments.tsx";
import { NeedsAttention } from "./needs-attention.tsx";
import { NotConnected } from "./not-connected.tsx";
import { OverviewFigures } from "./overview-figures.tsx";
import { overviewLinks } from "./overview-links.ts";
import { lastDays, OverviewPeriod } from "./overview-period.tsx";
import { overviewSearchParsers } from "./overview-search.ts";
import { OverviewSkeleton } from "./overview-skeleton.tsx";

/** What needs attention and the figures of a period, of one merchant or of all that this user may see. */
export function Overview({ scope, scopeName }: { scope: Scope; scopeName: string }) {
  const t = useTranslations("overview");
  const nameOfGroup = useGroupName();
  const { environment, zone } = useEnvironment();
  const [search, setSearch] = useQueryStates(overviewSearchParsers, { history: "push" });
  const merchants = useQuery(merchantsQuery(scope.environment));
  const query = useQuery({ ...overviewQuery(scope, search), placeholderData: keepPreviousData });
  const { data } = query;
  const { group } = search;
  if (merchants.data?.length === 0) return <NotConnected environment={environment} />;
  const days = search.from !== null && search.to !== null ? { from: search.from, to: search.to } : lastDays(zone, 30);
  const currencies = data?.currencies ?? [];
  const currency = currencies.find((item) => item.currency === search.currency) ?? currencies[0];
  const isEmpty =
    data !== undefined && currencies.length === 0 && Object.values(data.notifications.now).every((count) => count === 0);
  return (
    <>
      <PageHeader
        title={t("title")}
        context={group === null ? scopeName : nameOfGroup(group)}
        status={
          <Freshness asOf={data?.asOf ?? undefined} isRefreshing={query.isRefetching} onRefresh={() => void query.refetch()} />
        }
      >
        {scope.merchant === null ? (
          <GroupChoice environment={scope.environment} value={group} onChange={(chosen) => void setSearch({ group: chosen })} />
        ) : null}
        <OverviewPeriod shown={days} onChange={(range) => void setSearch(range)} />
        {currency && currencies.length > 1 ? (
          <Choice
            label={t("currency")}
            isLabelHidden
            value={currency.currency}
            options={currencies.map(({ currency: code }) => ({ value: code, label: code }))}
            onChange={(code) => void setSearch({ currency: code })}
            className="w-22"
          />
        ) : null}
        {scope.merchant === null ? <TourButton /> : null}
      </PageHeader>
      {query.isError ? (
        <div className="pb-4">
          <ErrorNotice title={t(data ? "stale" : "failed")} error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : null}
      {query.isPending ? <OverviewSkeleton /> : null}
      {data ? (
        <NeedsAttention scope={scope} items={data.attention} group={group} links={overviewLinks(scope, { ...data, group })} />
      ) : null}
      {data && isEmpty ? (
        <>
          <NoActivity overview={data} onWiden={() => void setSearch(lastDays(zone, 90))} />
          {isUnread(data) && data.attention.some(({ kind }) => kind === "sign_in_failed") ? null : (
            <LatestPayments scope={scope} group={group} />
          )}
        </>
      ) : null}
      {data && !isEmpty ? (
        <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          <OverviewFigures
            {...{ scope, currency, search }}
            overview={data}
            onCompare={(compare) => void setSearch({ compare })}
            hint={scope.merchant === null && environment === "sandbox" ? <GetStarted /> : null}
          />
        </div>
      ) : null}
    </>
  );
}

/** No ledger was ever read, so that an empty overview says nothing about the merchant. */
function isUnread({ asOf }: OverviewData): boolean {
  return asOf === null;
}

/** Nothing happened in the period, or nothing has been synced yet. */
function NoActivity({ overview, onWiden }: { overview: OverviewData; onWiden: () => void }) {
  const t = useTranslations("overview.empty");
  const ofList = useTranslations("transactions.list.empty");
  const neverRead = overview.sync?.neverRead ?? 0;
  if (neverRead > 0) return <EmptyState title={ofList("unreadTitle")}>{ofList("unread", { count: neverRead })}</EmptyState>;
  if (isUnread(overview)) return <EmptyState title={t("unreadTitle")}>{t("unread")}</EmptyState>;
  return (
    <EmptyState title={t("title")} action={<Button onPress={onWiden}>{t("widen")}</Button>}>
      {t("text")}
    </EmptyState>
  );
}
