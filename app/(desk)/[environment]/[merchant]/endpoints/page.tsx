import type { Metadata } from "next";
import { EndpointList } from "#components/endpoints/endpoint-list.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { requireMerchantPage } from "#lib/server/require-merchant-page.ts";

export const metadata: Metadata = { title: "Endpoints" };

export default async function EndpointsPage({ params }: { params: Promise<{ environment: string; merchant: string }> }) {
  const { environment, merchant } = await requireMerchantPage(await params);
  return (
    <>
      <PageHeader title="Endpoints" context={merchant.name} />
      <EndpointList scope={{ environment, merchant: merchant.slug }} sid={merchant.sid} currency="EUR" />
    </>
  );
}
