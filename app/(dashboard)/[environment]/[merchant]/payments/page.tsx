import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { PaymentList } from "#components/payments/payment-list.tsx";
import { paymentSearchParsers } from "#components/payments/payment-search.ts";
import { Link } from "#components/ui/link.tsx";
import { paymentsInput, paymentsQuery } from "#lib/queries/payments.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { hasRole } from "#lib/services/context.ts";
import { listMerchantPayments } from "#lib/services/payments/list-payments.ts";
import { openView } from "../../open-view.ts";

type Props = { params: Promise<{ environment: string; merchant: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("payments")) };
}

const loadSearch = createLoader(paymentSearchParsers);

export default async function MerchantPaymentsPage({ params, searchParams }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations("titles");
  const scope = { environment, merchant: merchant.slug };
  const views = await openView(ctx, { list: "payments", scope }, await searchParams);
  const search = await loadSearch(searchParams);
  const rows = prefetchPageOf(paymentsQuery(scope, search), () =>
    listMerchantPayments(ctx, { ...scope, input: paymentsInput(search) }),
  );
  const mayTake = !merchant.archivedAt && hasRole(ctx.staff, "support");
  const newPayment = (
    <Link
      href={`/${environment}/${merchant.slug}/payments/new`}
      className="rounded-md bg-accent px-3 py-2 font-medium text-accent-foreground"
    >
      {t("newPayment")}
    </Link>
  );
  return (
    <Prefetched queries={[rows, ...views]}>
      <PaymentList
        title={t("payments")}
        context={merchant.name}
        scope={scope}
        actions={
          mayTake ? (
            <>
              {environment === "sandbox" ? (
                <Link
                  href={`/${environment}/${merchant.slug}/payments/link`}
                  className="text-accent underline underline-offset-2"
                >
                  {t("paymentLink")}
                </Link>
              ) : null}
              {newPayment}
            </>
          ) : null
        }
        firstAction={mayTake ? newPayment : null}
      />
    </Prefetched>
  );
}
