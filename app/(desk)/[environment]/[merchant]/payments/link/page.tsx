import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageHeader } from "#components/layout/page-header.tsx";
import { PaymentLinkPage } from "#components/payments/payment-link-page.tsx";
import { terminalsQuery } from "#lib/queries/terminals.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { listTerminals } from "#lib/services/terminals/list-terminals.ts";

type Props = { params: Promise<{ environment: string; merchant: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, "Payment link") };
}

export default async function LinkPage({ params }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  if (environment !== "sandbox") notFound();
  const scope = { environment, merchant: merchant.slug };
  return (
    <Prefetched queries={[prefetchOf(terminalsQuery(scope), () => listTerminals(ctx, scope))]}>
      <PageHeader title="Payment link" context={`${merchant.name} · sandbox only: no money moves`} />
      <PaymentLinkPage scope={scope} />
    </Prefetched>
  );
}
