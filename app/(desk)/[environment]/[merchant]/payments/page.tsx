import type { Metadata } from "next";
import Link from "next/link";
import { PageHeader } from "#components/layout/page-header.tsx";
import { PaymentList } from "#components/payments/payment-list.tsx";
import { requireMerchantPage } from "#lib/server/require-merchant-page.ts";

export const metadata: Metadata = { title: "Payments" };

export default async function MerchantPaymentsPage({ params }: { params: Promise<{ environment: string; merchant: string }> }) {
  const { environment, merchant } = await requireMerchantPage(await params);
  return (
    <>
      <PageHeader title="Payments" context={merchant.name}>
        <Link
          href={`/${environment}/${merchant.slug}/payments/new`}
          className="rounded-md bg-accent px-3 py-2 font-medium text-accent-foreground"
        >
          New payment
        </Link>
      </PageHeader>
      <PaymentList scope={{ environment, merchant: merchant.slug }} scopeName={merchant.name} />
    </>
  );
}
