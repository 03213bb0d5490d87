import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { createLoader } from "nuqs/server";
import { Overview } from "#components/overview/overview.tsx";
import { overviewSearchParsers } from "#components/overview/overview-search.ts";
import { merchantGroupsQuery } from "#lib/queries/merchants.ts";
import { latestSalesInput, latestSalesQuery, overviewInput, overviewQuery } from "#lib/queries/overview.ts";
import { getStartedQuery } from "#lib/queries/session.ts";
import { prefetchOf, prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { environmentTitle } from "#lib/server/titled.ts";
import { listMerchantGroups } from "#lib/services/merchants/merchant-groups.ts";
import { getOverview } from "#lib/services/overview/get-overview.ts";
import { getStarted } from "#lib/services/session/get-started.ts";
import { listTransactions } from "#lib/services/transactions/list-transactions.ts";
import { findMerchantsOf } from "./find-merchants.ts";

/** A layout's title template does not apply to the page beside it. */
export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const t = await getTranslations("titles");
  return { title: { absolute: await environmentTitle(await params, t("overview")) } };
}

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export default async function OverviewPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const search = await createLoader(overviewSearchParsers)(searchParams);
  const scope = { environment, merchant: null };
  const queries = [
    prefetchOf(merchantGroupsQuery(environment), () => listMerchantGroups(ctx, environment)),
    ...(environment === "sandbox" && ctx.staff.role === "admin" ? [prefetchOf(getStartedQuery(), () => getStarted(ctx))] : []),
    prefetchOf(overviewQuery(scope, search), () => getOverview(ctx, { ...scope, input: overviewInput(search) })),
    prefetchPageOf(latestSalesQuery(scope, search), ({ gatewayMs }) =>
      listTransactions(ctx, { environment, input: latestSalesInput(search), budgetMs: gatewayMs }),
    ),
  ];
  return (
    <Prefetched queries={queries} findMerchants={findMerchantsOf(ctx, environment)}>
      <Overview scope={scope} scopeName={t("common.allMerchants")} />
    </Prefetched>
  );
}
