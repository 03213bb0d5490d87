import type { Metadata } from "next";
import { AdminsOnly } from "#components/layout/admins-only.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { StaffPage } from "#components/staff/staff-page.tsx";
import { staffQuery } from "#lib/queries/staff.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireDeskPage } from "#lib/server/require-desk-page.ts";
import { hasRole } from "#lib/services/context.ts";
import { listStaff } from "#lib/services/staff/list-staff.ts";

type Props = { params: Promise<{ environment: string }> };

export const metadata: Metadata = { title: "Staff" };

export default async function StaffSettingsPage({ params }: Props) {
  const { ctx } = await requireDeskPage(await params);
  if (!hasRole(ctx.staff, "admin")) return <AdminsOnly title="Staff" />;
  return (
    <Prefetched queries={[prefetchOf(staffQuery(), () => listStaff(ctx))]}>
      <PageHeader title="Staff" context="Who has an account at this desk, and what they may do." />
      <StaffPage />
    </Prefetched>
  );
}
