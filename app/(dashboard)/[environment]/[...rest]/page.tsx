import { notFound } from "next/navigation";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";

/** Not-found page inside the dashboard, so that the navigation stays usable. */
export default async function UnknownPage({ params }: { params: Promise<{ environment: string }> }) {
  await requireEnvironmentPage(await params);
  notFound();
}
