import type { Metadata } from "next";
import { PaymentDetail } from "#components/payments/payment-detail.tsx";
import { requireMerchantPage } from "#lib/server/require-merchant-page.ts";

export const metadata: Metadata = { title: "Payment" };

type Props = { params: Promise<{ environment: string; merchant: string; paymentId: string }> };

export default async function PaymentPage({ params }: Props) {
  const { paymentId, ...scope } = await params;
  const { environment, merchant } = await requireMerchantPage(scope);
  return <PaymentDetail scope={{ environment, merchant: merchant.slug }} merchantName={merchant.name} paymentId={paymentId} />;
}
