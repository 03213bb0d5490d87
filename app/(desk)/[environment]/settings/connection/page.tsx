import { getTranslations } from "next-intl/server";
import { ConnectionsPage } from "#components/connection/connections-page.tsx";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { connectionsQuery } from "#lib/queries/connection.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireDeskPage } from "#lib/server/require-desk-page.ts";
import { titled } from "#lib/server/titled.ts";
import { listConnections } from "#lib/services/connections/list-connections.ts";
import { hasRole } from "#lib/services/context.ts";

type Props = { params: Promise<{ environment: string }> };

export const generateMetadata = () => titled("connections");

export default async function ConnectionSettingsPage({ params }: Props) {
  const { ctx, environment } = await requireDeskPage(await params);
  const t = await getTranslations();
  if (!hasRole(ctx.staff, "admin")) return <AdminsOnly title={t("titles.connections")} />;
  const connections = prefetchOf(connectionsQuery(environment), () => listConnections(ctx, environment));
  return (
    <Prefetched queries={[connections]}>
      <PageHeader title={t("titles.connections")} context={t("connection.page.context")} />
      <ConnectionsPage environment={environment} />
    </Prefetched>
  );
}
