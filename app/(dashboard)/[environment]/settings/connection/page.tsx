import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { connectionSearchParsers } from "#components/connection/connection-search.ts";
import { ConnectionsPage } from "#components/connection/connections-page.tsx";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { connectionsQuery, rowsOfBoard } from "#lib/queries/connection.ts";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listConnections } from "#lib/services/connections/list-connections.ts";
import { hasRole } from "#lib/services/context.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = () => titled("connections");

const loadSearch = createLoader(connectionSearchParsers);

export default async function ConnectionSettingsPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  if (!hasRole(ctx.staff, "admin")) return <AdminsOnly title={t("titles.connections")} />;
  const search = await loadSearch(searchParams);
  const connections = prefetchPageOf(connectionsQuery(environment, search), () =>
    listConnections(ctx, { environment, input: { ...definedInput(search), limit: rowsOfBoard } }),
  );
  return (
    <Prefetched queries={[connections]}>
      <PageHeader title={t("titles.connections")} context={t("connection.page.context")} />
      <ConnectionsPage environment={environment} />
    </Prefetched>
  );
}
