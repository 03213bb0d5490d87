import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { MerchantList } from "#components/merchants/merchant-list.tsx";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { openView } from "../open-view.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("merchants");

/** Rows are not sent with the page: no page contains the list of merchants. */
export default async function MerchantsPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const views = await openView(ctx, { list: "merchants", scope: { environment, merchant: null } }, await searchParams);
  return (
    <Prefetched queries={views}>
      <MerchantList title={t("titles.merchants")} context={t("frame.merchants.list.days")} environment={environment} />
    </Prefetched>
  );
}
