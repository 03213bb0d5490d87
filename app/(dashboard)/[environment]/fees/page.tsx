import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { FeeList } from "#components/fees/fee-list.tsx";
import { feeParsers } from "#components/fees/fee-search.ts";
import { feesInput, feesQuery } from "#lib/queries/fees.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listFees } from "#lib/services/fees/list-fees.ts";
import { findMerchantsOf } from "../find-merchants.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("fees");

const loadSearch = createLoader(feeParsers);

export default async function FeesPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const search = await loadSearch(searchParams);
  const rows = prefetchPageOf(feesQuery(environment, search), () => listFees(ctx, { environment, input: feesInput(search) }));
  return (
    <Prefetched queries={[rows]} findMerchants={findMerchantsOf(ctx, environment)}>
      <FeeList title={t("titles.fees")} context={t("common.allMerchants")} environment={environment} />
    </Prefetched>
  );
}
