import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { fieldSearchHref, readFieldSearch } from "#components/find/field-search.ts";
import { FindResults } from "#components/find/find-results.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { Environment } from "#lib/core/identifiers.ts";
import { hideInText } from "#lib/privacy/hide-personal.ts";
import { type Finding, findQuery, nothingFound, takeStep } from "#lib/queries/find.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { findSteps } from "#lib/services/search/find-steps.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<{ q?: string | string[] }> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { ctx } = await requireEnvironmentPage(await params);
  const text = toShown(ctx, await readText(searchParams));
  const t = await getTranslations("titles");
  return { title: text === "" ? t("find") : t("findText", { text }) };
}

export default async function FindPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireEnvironmentPage(await params);
  const t = await getTranslations();
  const text = await readText(searchParams);
  const shown = toShown(ctx, text);
  const asked = readFieldSearch(text);
  if (asked.kind === "fields") redirect(fieldSearchHref(environment, asked.filters));
  const hits = prefetchOf(findQuery(environment, text), () => findHere(ctx, environment, text));
  return (
    <Prefetched queries={text === "" ? [] : [hits]}>
      <PageHeader
        title={t("titles.find")}
        context={text === "" ? t("common.allMerchants") : t("find.page.scope", { text: shown })}
      />
      <FindResults environment={environment} q={text} shown={shown} />
    </Prefetched>
  );
}

/** When gateways must be searched too, the browser runs the search and shows its progress; nothing is prefetched. */
async function findHere(ctx: ServiceContext, environment: Environment, q: string): Promise<Finding> {
  let finding = nothingFound;
  for await (const step of findSteps(ctx, { environment, input: { q } })) {
    finding = takeStep(finding, step);
    if (finding.asked.length > 0) throw new Error("Gateways are to be asked.");
  }
  return finding;
}

/** Somebody may have searched for a customer's address. */
function toShown({ staff }: ServiceContext, text: string): string {
  return staff.isPresenting ? hideInText(text) : text;
}

async function readText(searchParams: Props["searchParams"]): Promise<string> {
  const { q } = await searchParams;
  return typeof q === "string" ? q.trim().slice(0, 255) : "";
}
