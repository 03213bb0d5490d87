import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { createLoader } from "nuqs/server";
import { Overview } from "#components/overview/overview.tsx";
import { overviewSearchParsers } from "#components/overview/overview-search.ts";
import { latestSalesInput, latestSalesQuery, overviewInput, overviewQuery } from "#lib/queries/overview.ts";
import { prefetchOf, prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { getOverview } from "#lib/services/overview/get-overview.ts";
import { listMerchantTransactions } from "#lib/services/transactions/list-transactions.ts";

type Props = { params: Promise<{ environment: string; merchant: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("overview")) };
}

export default async function MerchantOverviewPage({ params, searchParams }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const search = await createLoader(overviewSearchParsers)(searchParams);
  const scope = { environment, merchant: merchant.slug };
  const queries = [
    prefetchOf(overviewQuery(scope, search), () => getOverview(ctx, { ...scope, input: overviewInput(search) })),
    prefetchPageOf(latestSalesQuery(scope, search), ({ gatewayMs }) =>
      listMerchantTransactions(ctx, { ...scope, input: latestSalesInput(search), budgetMs: gatewayMs }),
    ),
  ];
  return (
    <Prefetched queries={queries}>
      <Overview scope={scope} scopeName={merchant.name} />
    </Prefetched>
  );
}
