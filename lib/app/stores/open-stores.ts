import { openStore, type Store } from "#lib/db/connection/open-store.ts";

/**
 * The pools of one database, so that none can use up what another one needs. `people`: sign-in, session checks, changes,
 * readiness and the event stream. `lists`: what people read. `background`: what runs by itself. `gateways`: permits and
 * sessions of the gateways, which people and the background share.
 */
export type Stores = { people: Store; lists: Store; background: Store; gateways: Store; close(): Promise<void> };

type Options = { databaseUrl: string; connections: number };

/** How many may wait for each connection: the next one is told at once that it must come again. */
const waitingForEach = 20;

/** The parts of `connections` that each pool gets, at least one each. */
export function splitConnections(connections: number): Record<Exclude<keyof Stores, "close">, number> {
  const part = (share: number) => Math.max(1, Math.round(connections * share));
  const [people, background, gateways] = [part(0.2), part(0.25), part(0.15)];
  return { people, background, gateways, lists: Math.max(1, connections - people - background - gateways) };
}

export function openStores({ databaseUrl: url, connections }: Options): Stores {
  const sizes = splitConnections(connections);
  const waitingMax = (size: number) => size * waitingForEach;
  const people = openStore({ url, connectionsMax: sizes.people });
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
  const all = [people, lists, background, gateways];
  return { people, lists, background, gateways, close: async () => void (await Promise.all(all.map((store) => store.close()))) };
}
