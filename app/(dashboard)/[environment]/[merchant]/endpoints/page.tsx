import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EndpointList } from "#components/endpoints/endpoint-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { endpointsQuery } from "#lib/queries/endpoints.ts";
import { fieldOrderQuery } from "#lib/queries/field-order.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { listEndpoints } from "#lib/services/endpoints/endpoints.ts";
import { getFieldOrder } from "#lib/services/endpoints/get-field-order.ts";

type Props = { params: Promise<{ environment: string; merchant: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("endpoints")) };
}

export default async function EndpointsPage({ params }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations("titles");
  const scope = { environment, merchant: merchant.slug };
  const listed = listEndpoints(ctx, scope);
  const endpoints = prefetchOf(endpointsQuery(scope), () => listed);
  const ids = await listed.then(({ items }) => items.map(({ id }) => id)).catch(() => []);
  const orders = ids.map((id) => prefetchOf(fieldOrderQuery(scope, id), () => getFieldOrder(ctx, { ...scope, id })));
  return (
    <Prefetched queries={[endpoints, ...orders]}>
      <PageHeader title={t("endpoints")} context={merchant.name} />
      <EndpointList scope={scope} sid={merchant.sid} />
    </Prefetched>
  );
}
