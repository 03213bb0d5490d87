import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { PaymentList } from "#components/payments/payment-list.tsx";
import { paymentSearchParsers } from "#components/payments/payment-search.ts";
import { paymentsInput, paymentsQuery } from "#lib/queries/payments.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listPayments } from "#lib/services/payments/list-payments.ts";
import { findMerchantsOf } from "../find-merchants.ts";
import { openView } from "../open-view.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("payments");

const loadSearch = createLoader(paymentSearchParsers);

export default async function PaymentsPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const scope = { environment, merchant: null };
  const views = await openView(ctx, { list: "payments", scope }, await searchParams);
  const search = await loadSearch(searchParams);
  const rows = prefetchPageOf(paymentsQuery(scope, search), () =>
    listPayments(ctx, { environment, input: paymentsInput(search) }),
  );
  return (
    <Prefetched queries={[rows, ...views]} findMerchants={findMerchantsOf(ctx, environment)}>
      <PaymentList title={t("titles.payments")} context={t("common.allMerchants")} scope={scope} />
    </Prefetched>
  );
}
