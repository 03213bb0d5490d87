import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EndpointList } from "#components/endpoints/endpoint-list.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { endpointsQuery } from "#lib/queries/endpoints.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { listEndpoints } from "#lib/services/endpoints/endpoints.ts";

type Props = { params: Promise<{ environment: string; merchant: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("endpoints")) };
}

export default async function EndpointsPage({ params }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations("titles");
  const scope = { environment, merchant: merchant.slug };
  const endpoints = prefetchOf(endpointsQuery(scope), () => listEndpoints(ctx, scope));
  return (
    <Prefetched queries={[endpoints]}>
      <PageHeader title={t("endpoints")} context={merchant.name} />
      <EndpointList scope={scope} sid={merchant.sid} />
    </Prefetched>
  );
}
