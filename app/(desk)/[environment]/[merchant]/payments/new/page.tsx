import type { Metadata } from "next";
import { PageHeader } from "#components/layout/page-header.tsx";
import { NewPaymentForm } from "#components/payments/new-payment-form.tsx";
import { requireMerchantPage } from "#lib/server/require-merchant-page.ts";

export const metadata: Metadata = { title: "New payment" };

export default async function NewPaymentPage({ params }: { params: Promise<{ environment: string; merchant: string }> }) {
  const { environment, merchant } = await requireMerchantPage(await params);
  return (
    <>
      <PageHeader title="New payment" context={merchant.name} />
      <NewPaymentForm scope={{ environment, merchant: merchant.slug }} />
    </>
  );
}
