import { getTranslations } from "next-intl/server";
import { LookupScreen } from "#components/lookups/lookup-screen.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";

export const generateMetadata = () => titled("lookup");

export default async function LookupPage({ params }: { params: Promise<{ environment: string }> }) {
  const { environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  return (
    <>
      <PageHeader title={t("titles.lookup")} context={t("lookups.page.context")} />
      <LookupScreen environment={environment} />
    </>
  );
}
