import type { Metadata } from "next";
import { PageHeader } from "#components/layout/page-header.tsx";
import { LookupScreen } from "#components/lookups/lookup-screen.tsx";
import { requireDeskPage } from "#lib/server/require-desk-page.ts";

export const metadata: Metadata = { title: "Lookup" };

export default async function LookupPage({ params }: { params: Promise<{ environment: string }> }) {
  const { environment } = await requireDeskPage(await params);
  return (
    <>
      <PageHeader title="Lookup" context="Many references at once, over all merchants" />
      <LookupScreen environment={environment} />
    </>
  );
}
