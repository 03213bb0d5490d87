import type { Metadata } from "next";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { RetentionPage } from "#components/retention/retention-page.tsx";
import { retentionQuery } from "#lib/queries/retention.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireDeskPage } from "#lib/server/require-desk-page.ts";
import { hasRole } from "#lib/services/context.ts";
import { getRetention } from "#lib/services/retention/get-retention.ts";

type Props = { params: Promise<{ environment: string }> };

export const metadata: Metadata = { title: "Retention" };

export default async function RetentionSettingsPage({ params }: Props) {
  const { ctx, environment } = await requireDeskPage(await params);
  if (!hasRole(ctx.staff, "admin")) return <AdminsOnly title="Retention" />;
  const retention = prefetchOf(retentionQuery(environment), () => getRetention(ctx, environment));
  return (
    <Prefetched queries={[retention]}>
      <PageHeader title="Retention" context="How long this environment keeps what it has read and received." />
      <RetentionPage environment={environment} />
    </Prefetched>
  );
}
