import type pg from "pg";
import { BoundedClient } from "./bounded-client.ts";

const limits = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 };

/** On a connection of its own with short limits, since any of a pool may hang; closed afterwards. */
export async function withOwnConnection<Result>(
  options: pg.ClientConfig,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = new BoundedClient({ ...options, ...limits });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
