import { getTranslations } from "next-intl/server";
import { RulesPage } from "#components/alert-rules/rules-page.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import { alertRulesQuery } from "#lib/queries/alert-rules.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listAlertRules } from "#lib/services/alerts/rules/list-rules.ts";
import { isUnlimitedAdmin } from "#lib/services/context.ts";

type Props = { params: Promise<{ environment: string }> };

export const generateMetadata = () => titled("alertRules");

export default async function AlertRulesPage({ params }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const rules = prefetchOf(alertRulesQuery(environment), async () => {
    const listed = await listAlertRules(ctx, { environment });
    return ctx.staff.isPresenting ? hidePersonal(listed) : listed;
  });
  return (
    <Prefetched queries={[rules]}>
      <PageHeader title={t("titles.alertRules")} context={t("alertRules.context")} />
      <RulesPage environment={environment} mayChange={isUnlimitedAdmin(ctx.staff)} />
    </Prefetched>
  );
}
