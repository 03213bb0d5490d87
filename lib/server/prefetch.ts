import "server-only";
import {
  type DataTag,
  type DehydratedState,
  dehydrate,
  type InfiniteData,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { within } from "../core/within.ts";

/** `pageMs`: how long a page waits for what it shows. `gatewayMs`: how much of that a stored list may spend on being refreshed. */
export type PrefetchBudget = { pageMs: number; gatewayMs: number };

type Read<Data> = (budget: PrefetchBudget) => Promise<Data>;

export type Prefetch = { queryKey: QueryKey; read: Read<unknown> };

/** What `useQuery` of these options finds when the page wakes up. */
export function prefetchOf<Data>({ queryKey }: { queryKey: DataTag<QueryKey, Data, Error> }, read: Read<Data>): Prefetch {
  return { queryKey, read };
}

/** What `useInfiniteQuery` of these options finds: its first page. */
export function prefetchPageOf<Page>(
  { queryKey }: { queryKey: DataTag<QueryKey, InfiniteData<Page>, Error> },
  read: Read<Page>,
): Prefetch {
  return { queryKey, read: async (budget) => ({ pages: [await read(budget)], pageParams: [null] }) };
}

/**
 * Reads side by side what a page shows, in a cache of its own that no other request sees. Never throws: what fails or
 * is not there in time is left out, and the browser asks for it itself.
 */
export async function prefetch(wanted: readonly Prefetch[], budget: PrefetchBudget): Promise<DehydratedState> {
  const client = new QueryClient();
  const fill = async ({ queryKey, read }: Prefetch) => {
    const outcome = await within(budget.pageMs, started(read, budget));
    if (outcome.state === "done") client.setQueryData(queryKey, outcome.value);
  };
  await Promise.all(wanted.map(fill));
  return dehydrate(client);
}

async function started(read: Read<unknown>, budget: PrefetchBudget): Promise<unknown> {
  return read(budget);
}
