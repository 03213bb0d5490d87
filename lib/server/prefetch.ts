import "server-only";
import {
  type DataTag,
  type DehydratedState,
  dehydrate,
  type InfiniteData,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { withTimeout } from "#lib/core/with-timeout.ts";

/** `pageMs`: how long a page waits for its data. `gatewayMs`: the part of it for refreshing a stored list from the gateway. */
export type PrefetchBudget = { pageMs: number; gatewayMs: number };

type Read<Data> = (budget: PrefetchBudget) => Promise<Data>;
type Known = { data: unknown; updatedAt: number };

export type Prefetch = { queryKey: QueryKey; read: Read<Known> };

/** Rows of this age still count as current. */
const freshMs = 15_000;

/** `upToDate`: whether the ledger behind the page was refreshed, for pages that refresh it. */
type DatedPage = { asOf: string; upToDate?: boolean };

/** The data for `useQuery` with these options at hydration. */
export function prefetchOf<Data>({ queryKey }: { queryKey: DataTag<QueryKey, Data, Error> }, read: Read<Data>): Prefetch {
  return { queryKey, read: async (budget) => ({ data: await read(budget), updatedAt: Date.now() }) };
}

/**
 * The data for `useInfiniteQuery` with these options: its first page. A page that could not be refreshed in time
 * has the age of its `asOf`, so the browser shows it and fetches again.
 */
export function prefetchPageOf<Page extends DatedPage>(
  { queryKey }: { queryKey: DataTag<QueryKey, InfiniteData<Page>, Error> },
  read: Read<Page>,
): Prefetch {
  const readPage = async (budget: PrefetchBudget) => {
    const page = await read(budget);
    return { data: { pages: [page], pageParams: [null] }, updatedAt: toUpdatedAt(page) };
  };
  return { queryKey, read: readPage };
}

/** The same for `useQuery` of one page. */
export function prefetchOnePageOf<Page extends DatedPage>(
  { queryKey }: { queryKey: DataTag<QueryKey, Page, Error> },
  read: Read<Page>,
): Prefetch {
  const readPage = async (budget: PrefetchBudget) => {
    const page = await read(budget);
    return { data: page, updatedAt: toUpdatedAt(page) };
  };
  return { queryKey, read: readPage };
}

function toUpdatedAt({ asOf, upToDate }: DatedPage): number {
  const asOfMs = Date.parse(asOf);
  return (upToDate ?? Date.now() - asOfMs <= freshMs) ? Date.now() : asOfMs;
}

/** Reads merchants by their slugs, so that a page includes the names of merchants it mentions. */
export type FindMerchants = (slugs: readonly string[]) => Promise<readonly { queryKey: QueryKey; data: unknown }[]>;

/** The limit of one request. */
const mentionedMax = 100;

/**
 * Runs a page's queries in parallel, then reads the merchants they mention, in a cache of its own that no other
 * request uses. Never throws: queries that fail or are too slow are left out, and the browser fetches them.
 */
export async function prefetch(
  wanted: readonly Prefetch[],
  budget: PrefetchBudget,
  findMerchants?: FindMerchants,
): Promise<DehydratedState> {
  const client = new QueryClient();
  const fill = async ({ queryKey, read }: Prefetch) => {
    const outcome = await withTimeout(budget.pageMs, read(budget));
    if (outcome.state === "done") client.setQueryData(queryKey, outcome.value.data, { updatedAt: outcome.value.updatedAt });
  };
  await Promise.all(wanted.map(fill));
  const slugs = findMerchants ? listMentioned(client) : [];
  if (findMerchants && slugs.length > 0) {
    const outcome = await withTimeout(budget.gatewayMs, findMerchants(slugs));
    if (outcome.state === "done") for (const { queryKey, data } of outcome.value) client.setQueryData(queryKey, data);
  }
  return dehydrate(client);
}

/** Distinct slugs of merchants in the results. */
function listMentioned(client: QueryClient): string[] {
  const slugs = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, held] of Object.entries(value)) {
      if (name === "merchant" && typeof held === "string") slugs.add(held);
      else look(held);
    }
  };
  for (const query of client.getQueryCache().getAll()) look(query.state.data);
  return [...slugs].slice(0, mentionedMax);
}
