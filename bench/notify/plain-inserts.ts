import pg from "pg";
import { type Percentiles, toPercentiles } from "../support/percentiles.ts";

export type PlainInserts = {
  run(durationMs: number): Promise<{ perSecond: number; latencyMs: Percentiles }>;
  close(): Promise<void>;
};

const insert = {
  name: "plain",
  text: "insert into plain_insert (id, body) values (gen_random_uuid(), $1)",
};

/** The measure of what this PostgreSQL does: each connection commits one prepared INSERT after another. */
export async function openPlainInserts(
  url: string,
  { connections, body }: { connections: number; body: Buffer },
): Promise<PlainInserts> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  await clients[0]?.query(
    "create table plain_insert (id uuid primary key, body bytea not null, received_at timestamptz not null default now())",
  );
  return {
    async run(durationMs) {
      const latencies: number[] = [];
      const startedAt = performance.now();
      const commitAll = async (client: pg.Client) => {
        while (performance.now() - startedAt < durationMs) {
          const begunAt = performance.now();
          await client.query({ ...insert, values: [body] });
          latencies.push(performance.now() - begunAt);
        }
      };
      await Promise.all(clients.map(commitAll));
      const perSecond = latencies.length / ((performance.now() - startedAt) / 1_000);
      return { perSecond, latencyMs: toPercentiles(latencies) };
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}
