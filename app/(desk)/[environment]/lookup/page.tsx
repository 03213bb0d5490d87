import type { Metadata } from "next";
import { PageHeader } from "#components/layout/page-header.tsx";
import { LookupScreen } from "#components/lookups/lookup-screen.tsx";
import { requireStaffPage } from "#lib/server/require-staff.ts";

export const metadata: Metadata = { title: "Lookup" };

export default async function LookupPage({ params }: { params: Promise<{ environment: string }> }) {
  const { environment } = await params;
  await requireStaffPage();
  return (
    <>
      <PageHeader title="Lookup" context="Many references at once, over all merchants" />
      <LookupScreen environment={environment} />
    </>
  );
}
