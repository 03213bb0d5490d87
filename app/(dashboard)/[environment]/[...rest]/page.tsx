import { notFound } from "next/navigation";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";

/** An address no page answers to: said within the desk, where the navigation leads on. */
export default async function UnknownPage({ params }: { params: Promise<{ environment: string }> }) {
  await requireEnvironmentPage(await params);
  notFound();
}
