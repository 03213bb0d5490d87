import type { Metadata } from "next";
import { PageHeader } from "#components/layout/page-header.tsx";
import { Overview } from "#components/overview/overview.tsx";
import { requireStaffPage } from "#lib/server/require-staff.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params }: { params: Promise<{ environment: string }> }) {
  const { environment } = await params;
  await requireStaffPage();
  return (
    <>
      <PageHeader title="Overview" context="All merchants" />
      <Overview environment={environment} />
    </>
  );
}
