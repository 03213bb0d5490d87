import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { AuditList } from "#components/audit/audit-list.tsx";
import { auditSearchParsers } from "#components/audit/audit-search.ts";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { auditQuery } from "#lib/queries/audit.ts";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listAudit } from "#lib/services/audit/list-audit.ts";
import { hasRole } from "#lib/services/context.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("audit");

const loadSearch = createLoader(auditSearchParsers);

export default async function AuditPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  if (!hasRole(ctx.staff, "admin")) return <AdminsOnly title={t("titles.audit")} />;
  const search = await loadSearch(searchParams);
  const rows = prefetchPageOf(auditQuery(environment, search), () =>
    listAudit(ctx, { environment, input: definedInput(search) }),
  );
  return (
    <Prefetched queries={[rows]}>
      <AuditList title={t("titles.audit")} context={t("audit.page.context")} environment={environment} />
    </Prefetched>
  );
}
