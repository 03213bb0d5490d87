import { getTranslations } from "next-intl/server";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { RetentionPage } from "#components/retention/retention-page.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { retentionQuery } from "#lib/queries/retention.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { isUnlimitedAdmin } from "#lib/services/context.ts";
import { getRetention } from "#lib/services/retention/get-retention.ts";

type Props = { params: Promise<{ environment: string }> };

export const generateMetadata = () => titled("retention");

export default async function RetentionSettingsPage({ params }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  if (!isUnlimitedAdmin(ctx.staff)) return <AdminsOnly title={t("titles.retention")} ofAllMerchants />;
  const retention = prefetchOf(retentionQuery(environment), () => getRetention(ctx, environment));
  return (
    <Prefetched queries={[retention]}>
      <PageHeader title={t("titles.retention")} context={t("retention.page.context")} />
      <RetentionPage environment={environment} />
    </Prefetched>
  );
}
