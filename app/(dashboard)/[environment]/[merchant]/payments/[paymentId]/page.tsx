import type { Metadata } from "next";
import { PaymentDetail } from "#components/payments/payment-detail.tsx";
import { paymentQuery } from "#lib/queries/payments.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { getPayment } from "#lib/services/payments/get-payment.ts";
import { prefetchNotes } from "../../prefetch-notes.ts";

type Props = { params: Promise<{ environment: string; merchant: string; paymentId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("payment")) };
}

export default async function PaymentPage({ params }: Props) {
  const { paymentId, ...merchantParams } = await params;
  const { ctx, environment, merchant } = await requireMerchantPage(merchantParams);
  const scope = { environment, merchant: merchant.slug };
  const detail = prefetchOf(paymentQuery(scope, paymentId), () => getPayment(ctx, { ...scope, paymentId }));
  return (
    <Prefetched queries={[detail, ...prefetchNotes(ctx, scope, { payment: paymentId })]}>
      <PaymentDetail scope={scope} merchantName={merchant.name} paymentId={paymentId} />
    </Prefetched>
  );
}
