import { getTranslations } from "next-intl/server";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { RestorePage } from "#components/restore/restore-page.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { restoreQuery } from "#lib/queries/restore.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { isUnlimitedAdmin } from "#lib/services/context.ts";
import { getRestore } from "#lib/services/restore/get-restore.ts";

type Props = { params: Promise<{ environment: string }> };

export const generateMetadata = () => titled("restore");

export default async function RestoreSettingsPage({ params }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  if (!isUnlimitedAdmin(ctx.staff)) return <AdminsOnly title={t("titles.restore")} ofAllMerchants />;
  const restore = prefetchOf(restoreQuery(environment), () => getRestore(ctx, environment));
  return (
    <Prefetched queries={[restore]}>
      <PageHeader title={t("titles.restore")} context={t("restore.context")} />
      <RestorePage environment={environment} />
    </Prefetched>
  );
}
