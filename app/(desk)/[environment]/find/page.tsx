import type { Metadata } from "next";
import { FindResults } from "#components/find/find-results.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { requireStaffPage } from "#lib/server/require-staff.ts";

export const metadata: Metadata = { title: "Find" };

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<{ q?: string | string[] }> };

export default async function FindPage({ params, searchParams }: Props) {
  const { environment } = await params;
  const { q } = await searchParams;
  const text = typeof q === "string" ? q.trim().slice(0, 255) : "";
  await requireStaffPage();
  return (
    <>
      <PageHeader title="Find" context={text === "" ? "All merchants" : `“${text}” over all merchants`} />
      <FindResults environment={environment} q={text} />
    </>
  );
}
