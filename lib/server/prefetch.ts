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

/** `pageMs`: how long a page waits for what it shows. `gatewayMs`: how much of that a stored list may spend on being refreshed. */
export type PrefetchBudget = { pageMs: number; gatewayMs: number };

type Read<Data> = (budget: PrefetchBudget) => Promise<Data>;
type Known = { data: unknown; updatedAt: number };

export type Prefetch = { queryKey: QueryKey; read: Read<Known> };

/** Rows this old still count as read just now. */
const freshMs = 15_000;

/** `upToDate`: of a page whose ledger is read again by rules of its own, whether that was done. */
type DatedPage = { asOf: string; upToDate?: boolean };

/** What `useQuery` of these options finds when the page wakes up. */
export function prefetchOf<Data>({ queryKey }: { queryKey: DataTag<QueryKey, Data, Error> }, read: Read<Data>): Prefetch {
  return { queryKey, read: async (budget) => ({ data: await read(budget), updatedAt: Date.now() }) };
}

/**
 * What `useInfiniteQuery` of these options finds: its first page. A page that could not be brought up to date in time
 * counts as old as its `asOf` says, so the browser shows it and asks again.
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

/** Reads merchants by their slugs, so that a page that mentions them comes with their names. */
export type FindMerchants = (slugs: readonly string[]) => Promise<readonly { queryKey: QueryKey; data: unknown }[]>;

/** As many as one request may name. */
const mentionedMax = 100;

/**
 * Reads side by side what a page shows, and then the merchants that it mentions, in a cache of its own that no other
 * request sees. Never throws: what fails or is not there in time is left out, and the browser asks for it itself.
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

/** Slugs of merchants in what was read, each once. */
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
