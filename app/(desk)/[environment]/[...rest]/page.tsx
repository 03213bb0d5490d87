import { notFound } from "next/navigation";
import { requireDeskPage } from "#lib/server/require-desk-page.ts";

/** An address no page answers to: said within the desk, where the navigation leads on. */
export default async function UnknownPage({ params }: { params: Promise<{ environment: string }> }) {
  await requireDeskPage(await params);
  notFound();
}
