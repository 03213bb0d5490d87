import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ScenarioPage } from "#components/scenarios/scenario-page.tsx";
import { ScenariosClosed } from "#components/scenarios/scenarios-closed.tsx";
import { scenariosQuery } from "#lib/queries/scenarios.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { getRuntime } from "#lib/server/runtime.ts";
import { hasRole } from "#lib/services/context.ts";
import { listScenarios } from "#lib/services/sandbox/list-scenarios.ts";

type Props = { params: Promise<{ environment: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("scenarios"))("title") };
}

export default async function ScenariosPage({ params }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const { sandbox } = await getRuntime();
  if (environment !== "sandbox" || !sandbox) notFound();
  if (!hasRole(ctx.staff, "support")) return <ScenariosClosed />;
  return (
    <Prefetched queries={[prefetchOf(scenariosQuery(), () => listScenarios(ctx, { environment, sandbox }))]}>
      <ScenarioPage />
    </Prefetched>
  );
}
