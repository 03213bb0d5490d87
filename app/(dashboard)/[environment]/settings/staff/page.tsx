import { getTranslations } from "next-intl/server";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { StaffPage } from "#components/staff/staff-page.tsx";
import { staffQuery } from "#lib/queries/staff.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { hasRole } from "#lib/services/context.ts";
import { listStaff } from "#lib/services/staff/list-staff.ts";

type Props = { params: Promise<{ environment: string }> };

export const generateMetadata = () => titled("staff");

export default async function StaffSettingsPage({ params }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  if (!hasRole(ctx.staff, "admin")) return <AdminsOnly title={t("titles.staff")} />;
  return (
    <Prefetched queries={[prefetchOf(staffQuery(), () => listStaff(ctx))]}>
      <StaffPage title={t("titles.staff")} context={t("staff.page.context")} environment={environment} />
    </Prefetched>
  );
}
