import type { PoolClient } from "pg";
import { eventually } from "#lib/core/testing/eventually.ts";
import type { Store } from "../connection/open-store.ts";

/** Opens all connections of a pool, however long a busy machine takes: a short `connectMs` then bounds only the wait for a free one. */
export async function openConnections({ pool }: Pick<Store, "pool">): Promise<void> {
  const clients: PoolClient[] = [];
  while (clients.length < pool.options.max) clients.push(await eventually(() => pool.connect()));
  for (const client of clients) client.release();
}
