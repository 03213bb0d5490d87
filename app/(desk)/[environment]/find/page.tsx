import type { Metadata } from "next";
import { FindResults } from "#components/find/find-results.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { findQuery } from "#lib/queries/find.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireDeskPage } from "#lib/server/require-desk-page.ts";
import { findAnything } from "#lib/services/find/find-anything.ts";

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<{ q?: string | string[] }> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const text = await readText(searchParams);
  return { title: text === "" ? "Find" : `Find “${text}”` };
}

export default async function FindPage({ params, searchParams }: Props) {
  const { ctx, environment } = await requireDeskPage(await params);
  const text = await readText(searchParams);
  const hits = prefetchOf(findQuery(environment, text), () => findAnything(ctx, { environment, input: { q: text } }));
  return (
    <Prefetched queries={text === "" ? [] : [hits]}>
      <PageHeader title="Find" context={text === "" ? "All merchants" : `“${text}” over all merchants`} />
      <FindResults environment={environment} q={text} />
    </Prefetched>
  );
}

async function readText(searchParams: Props["searchParams"]): Promise<string> {
  const { q } = await searchParams;
  return typeof q === "string" ? q.trim().slice(0, 255) : "";
}
