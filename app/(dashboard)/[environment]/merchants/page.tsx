import { getTranslations } from "next-intl/server";
import { MerchantList } from "#components/merchants/merchant-list.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";

type Props = { params: Promise<{ environment: string }> };

export const generateMetadata = () => titled("merchants");

/** Rows are not sent with the page: no page contains the list of merchants. */
export default async function MerchantsPage({ params }: Props) {
  const { environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  return <MerchantList title={t("titles.merchants")} context={t("frame.merchants.list.days")} environment={environment} />;
}
