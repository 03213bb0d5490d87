import { openStore, type Store } from "#lib/db/connection/open-store.ts";

/**
 * Separate pools of one database, so that none can use up the connections of another. `people`: sign-in, session checks, changes,
 * readiness and the event stream. `lists`: reads of pages. `background`: the work of jobs. `gateways`: permits and
 * sessions of the gateways, for pages and jobs. `jobs`: the job queue itself, which goes past a pooler.
 */
export type Stores = Record<"people" | "lists" | "background" | "gateways" | "jobs", Store> & { close(): Promise<void> };

type Options = { databaseUrl: string; directUrl?: string | undefined; connections: number };

/** How many requests may wait for each connection; the next one is rejected at once. */
const waitingForEach = 20;

/** Of the job queue, besides DATABASE_POOL. */
export const jobConnections = 2;

/** Each pool's share of `connections`, at least one each. */
export function splitConnections(connections: number): Record<Exclude<keyof Stores, "close" | "jobs">, number> {
  const part = (share: number) => Math.max(1, Math.round(connections * share));
  const [people, background, gateways] = [part(0.2), part(0.25), part(0.15)];
  return { people, background, gateways, lists: Math.max(1, connections - people - background - gateways) };
}

export function openStores({ databaseUrl: url, directUrl, connections }: Options): Stores {
  const sizes = splitConnections(connections);
  const waitingMax = (size: number) => size * waitingForEach;
  const people = openStore({ url, directUrl, connectionsMax: sizes.people });
  const lists = openStore({
    url,
    connectionsMax: sizes.lists,
    applicationName: "counterfoil lists",
    connectMs: 2_000,
    waitingMax: waitingMax(sizes.lists),
  });
  const background = openStore({
    url,
    connectionsMax: sizes.background,
    applicationName: "counterfoil background",
    connectMs: 10_000,
  });
  const gateways = openStore({ url, connectionsMax: sizes.gateways, applicationName: "counterfoil gateways" });
  const jobs = openStore({
    url: directUrl ?? url,
    connectionsMax: jobConnections,
    applicationName: "counterfoil jobs",
    waitingMax: waitingMax(jobConnections),
  });
  const stores = { people, lists, background, gateways, jobs };
  const close = async () => void (await Promise.all(Object.values(stores).map((store) => store.close())));
  return { ...stores, close };
}
