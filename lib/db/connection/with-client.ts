import pg from "pg";
import { connectionOptions } from "./bounded-client.ts";

/** For a question whose answer must come soon or not at all. */
export const shortLimits = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 } satisfies pg.ClientConfig;

/** Does `work` on a connection of its own, which no pool counts and which is closed afterwards. */
export async function withClient<Result>(
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connectionOptions, ...options });
  // A query in progress fails with it; without a listener it would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
