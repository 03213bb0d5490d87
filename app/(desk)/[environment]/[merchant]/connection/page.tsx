import type { Metadata } from "next";
import { ConnectionBoard } from "#components/connection/connection-board.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { requireMerchantPage } from "#lib/server/require-merchant-page.ts";

export const metadata: Metadata = { title: "Connection" };

export default async function ConnectionPage({ params }: { params: Promise<{ environment: string; merchant: string }> }) {
  const { environment, merchant } = await requireMerchantPage(await params);
  return (
    <>
      <PageHeader title="Connection" context={merchant.name} />
      <ConnectionBoard scope={{ environment, merchant: merchant.slug }} />
    </>
  );
}
