import { getTranslations } from "next-intl/server";
import { OrderCheckScreen } from "#components/order-check/order-check-screen.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";

export const generateMetadata = () => titled("reconcile");

export default async function ReconcilePage({ params }: { params: Promise<{ environment: string }> }) {
  const { environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  return (
    <>
      <PageHeader title={t("titles.reconcile")} context={t("orderCheck.page.context")} />
      <OrderCheckScreen environment={environment} />
    </>
  );
}
