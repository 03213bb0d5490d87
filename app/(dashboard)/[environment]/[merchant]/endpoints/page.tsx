import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EndpointList } from "#components/endpoints/endpoint-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { endpointsQuery } from "#lib/queries/endpoints.ts";
import { fieldOrderQuery } from "#lib/queries/field-order.ts";
import { receiverFaultQuery } from "#lib/queries/receiver-fault.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { getRuntime } from "#lib/server/runtime.ts";
import { listEndpoints } from "#lib/services/endpoints/endpoints.ts";
import { getFieldOrder } from "#lib/services/endpoints/get-field-order.ts";
import { getReceiverFault } from "#lib/services/sandbox/receiver-fault.ts";

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
  const { sandbox } = await getRuntime();
  const fault = prefetchOf(receiverFaultQuery(scope), () => getReceiverFault(ctx, { ...scope, sandbox }));
  return (
    <Prefetched queries={[endpoints, ...orders, ...(environment === "sandbox" ? [fault] : [])]}>
      <PageHeader title={t("endpoints")} context={merchant.name} />
      <EndpointList scope={scope} sid={merchant.sid} />
    </Prefetched>
  );
}
