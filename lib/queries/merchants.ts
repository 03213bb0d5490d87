import { infiniteQueryOptions, queryOptions, skipToken } from "@tanstack/react-query";
import type { FilterSearch, merchantListFilters } from "#lib/contract/filters.ts";
import type { Merchant, MerchantFigures } from "#lib/contract/merchant.ts";
import type { SetMerchantGroupInput } from "#lib/contract/merchant-group.ts";
import { createBatcher } from "./batcher.ts";
import { callOperation } from "./call-operation.ts";
import { definedInput } from "./fetch-json.ts";
import type { Scope } from "./keys.ts";

const merchantGroupOperations = async () => (await import("#lib/contract/merchant-group.ts")).merchantGroupOperations;
const merchantOperations = async () => (await import("#lib/contract/merchant.ts")).merchantOperations;

/** How many merchants are loaded with every page: in a smaller environment, these are all. */
export const fewMerchants = { limit: 12, order: "name" } as const;

/** Whether `merchantsQuery` returned all merchants of the environment. */
export function areAll(merchants: readonly unknown[]): boolean {
  return merchants.length < fewMerchants.limit;
}

export type MerchantAsk = {
  q?: string;
  status?: string | null;
  group?: string | null;
  slug?: string;
  limit?: number;
  cursor?: string;
  order?: "slug" | "name";
};

async function fetchPage(environment: string, query: MerchantAsk, signal?: AbortSignal) {
  const answer = await callOperation(merchantOperations, "listMerchants", { params: { environment }, query, signal });
  if (Array.isArray(answer)) throw new Error("With parameters the merchants come as a page.");
  return answer;
}

/** The first few merchants of an environment by name, with the state of their sign-in at the gateway. See `areAll`. */
export function merchantsQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "merchants"],
    queryFn: async ({ signal }) => (await fetchPage(environment, fewMerchants, signal)).items,
    staleTime: 15_000,
    // `npm run connect` may be adding them right now.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? 2_000 : false),
  });
}

/** Merchants whose slug, or a word of whose name, begins with the text. */
export function merchantSearchQuery(environment: string, q: string) {
  const asked = { q, limit: 20, order: "name" } as const;
  return queryOptions({
    queryKey: [environment, "*", "merchants", "search", q],
    queryFn: async ({ signal }) => (await fetchPage(environment, asked, signal)).items,
    staleTime: 15_000,
  });
}

/** The same, page by page; an empty text matches all. */
export function merchantPagesQuery(environment: string, q: string) {
  const asked = { limit: 50, order: "name", ...(q === "" ? {} : { q }) } as const;
  return infiniteQueryOptions({
    queryKey: [environment, "*", "merchants", "pages", q],
    queryFn: ({ pageParam, signal }) =>
      fetchPage(environment, { ...asked, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 15_000,
  });
}

/** A page of merchants with their figures, which are summed for these only. */
export function merchantRowsQuery(environment: string, search: FilterSearch<typeof merchantListFilters>) {
  return infiniteQueryOptions({
    queryKey: [environment, "*", "merchants", "rows", search],
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetchPage(environment, definedInput({ ...search, limit: 50, order: "name", cursor: pageParam }), signal);
      if (page.items.length === 0) return { ...page, items: [] };
      const query = { slug: page.items.map(({ slug }) => slug).join(",") };
      const figures = await callOperation(merchantOperations, "listMerchantFigures", { params: { environment }, query, signal });
      const { from, to } = figures;
      const bySlug = new Map(figures.items.map((item) => [item.slug, { ...item, from, to }]));
      return { ...page, items: page.items.map((merchant) => ({ ...merchant, figures: bySlug.get(merchant.slug) })) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** The days that the figures count, both included. */
type FiguredDays = { from: string; to: string };

export type MerchantRow = Merchant & { figures: (MerchantFigures & FiguredDays) | undefined };

const slugsAtOnce = 100;

const findMerchants = createBatcher(async (environment: string, slugs: readonly string[]) => {
  const asked = { slug: slugs.join(","), limit: slugsAtOnce };
  const { items } = await fetchPage(environment, asked);
  return new Map(items.map((merchant) => [merchant.slug, merchant]));
}, slugsAtOnce);

/** One merchant by its slug; null without access or match. Concurrent calls share one request. */
export function merchantQuery(environment: string, slug: string) {
  return queryOptions({
    queryKey: [environment, "*", "merchants", "one", slug],
    queryFn: async () => (await findMerchants(environment, slug)) ?? null,
    staleTime: 60_000,
  });
}

export function archiveMerchant(scope: Scope) {
  return callOperation(merchantOperations, "archiveMerchant", { params: scope });
}

export function restoreMerchant(scope: Scope) {
  return callOperation(merchantOperations, "restoreMerchant", { params: scope });
}

/** The groups of the merchants of an environment. */
export function merchantGroupsQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "merchants", "groups"],
    queryFn: ({ signal }) => callOperation(merchantGroupOperations, "listMerchantGroups", { params: { environment }, signal }),
  });
}

export function setMerchantGroup(environment: string, body: SetMerchantGroupInput) {
  return callOperation(merchantGroupOperations, "setMerchantGroup", { params: { environment }, body });
}

/** Names by slug of the merchants that a page's first rows mention. They come with the page only. */
export function merchantNamesQuery(environment: string) {
  return queryOptions<Readonly<Record<string, string>>>({
    queryKey: [environment, "*", "merchants", "names"],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
