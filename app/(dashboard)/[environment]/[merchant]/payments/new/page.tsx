import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { NewPaymentForm } from "#components/payments/new-payment-form.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import { terminalsQuery } from "#lib/queries/terminals.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { hasRole } from "#lib/services/context.ts";
import { getPayment } from "#lib/services/payments/get-payment.ts";
import { listTerminals } from "#lib/services/terminals/list-terminals.ts";

type Props = {
  params: Promise<{ environment: string; merchant: string }>;
  searchParams: Promise<{ again?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("newPayment")) };
}

export default async function NewPaymentPage({ params, searchParams }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations("titles");
  if (!hasRole(ctx.staff, "support")) return <AdminsOnly title={t("newPayment")} />;
  const scope = { environment, merchant: merchant.slug };
  const terminals = prefetchOf(terminalsQuery(scope), () => listTerminals(ctx, scope));
  const { again } = await searchParams;
  const payment =
    typeof again === "string" ? await getPayment(ctx, { ...scope, paymentId: again }).catch(() => undefined) : undefined;
  const shown = payment && ctx.staff.isPresenting ? withoutPersonal(payment) : payment;
  return (
    <Prefetched queries={[terminals]}>
      <PageHeader title={t("newPayment")} context={merchant.name} />
      <NewPaymentForm key={shown?.paymentId} scope={scope} {...(shown ? { again: shown } : {})} />
    </Prefetched>
  );
}

/** For a shared screen: fields with hidden text stay empty, since such a text is not to be sent. */
function withoutPersonal(payment: PaymentDetail): PaymentDetail {
  return { ...hidePersonal(payment), description: null, extra: null };
}
