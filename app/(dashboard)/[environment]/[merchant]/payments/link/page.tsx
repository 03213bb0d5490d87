import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { PaymentLinkPage } from "#components/payments/payment-link-page.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { terminalsQuery } from "#lib/queries/terminals.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { hasRole } from "#lib/services/context.ts";
import { listTerminals } from "#lib/services/terminals/list-terminals.ts";

type Props = { params: Promise<{ environment: string; merchant: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("paymentLink")) };
}

export default async function LinkPage({ params }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations();
  if (environment !== "sandbox") notFound();
  if (!hasRole(ctx.staff, "support")) return <AdminsOnly title={t("titles.paymentLink")} />;
  const scope = { environment, merchant: merchant.slug };
  return (
    <Prefetched queries={[prefetchOf(terminalsQuery(scope), () => listTerminals(ctx, scope))]}>
      <PageHeader title={t("titles.paymentLink")} context={t("payments.page.linkContext", { merchant: merchant.name })} />
      <PaymentLinkPage scope={scope} />
    </Prefetched>
  );
}
