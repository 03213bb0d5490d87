import type pg from "pg";
import { BoundedClient } from "./bounded-client.ts";

type Times = { everyMs: number; suspectAfterMs: number };

const usual: Times = { everyMs: 1_000, suspectAfterMs: 2_000 };
const limits = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 };

export type HungWatch = { stop(): void };

/**
 * Closes connections that wait for a response which will not come, as soon as the server is reachable again: packets were
 * lost, and TCP would repeat them half a minute later. A query that the server still works on is left alone. Behind a pooler,
 * which does not say what the server does, only the time limit of a query ends it.
 */
export function watchHungConnections(pool: pg.Pool, { everyMs, suspectAfterMs }: Times = usual): HungWatch {
  const clients = new Set<BoundedClient>();
  /** What the last check suspected; only what is still the same at the next one is closed. */
  let suspected = new Map<BoundedClient, number>();
  pool.on("connect", (client) => {
    if (client instanceof BoundedClient) clients.add(client);
  });
  pool.on("remove", (client) => {
    if (client instanceof BoundedClient) clients.delete(client);
  });

  async function check(): Promise<void> {
    const beforeMs = performance.now() - suspectAfterMs;
    const waiting = [...clients].filter(({ busySinceMs }) => busySinceMs !== undefined && busySinceMs < beforeMs);
    if (waiting.length === 0) return suspected.clear();
    const since = new Map(waiting.map((client) => [client, client.busySinceMs]));
    const idle = await readIdle(pool.options, waiting).catch(() => undefined);
    if (!idle) return;
    const now = new Map<BoundedClient, number>();
    for (const client of waiting) {
      const { busySinceMs, processID } = client;
      if (busySinceMs === undefined || busySinceMs !== since.get(client) || !idle.has(processID)) continue;
      if (suspected.get(client) === busySinceMs) void client.end().catch(() => {});
      else now.set(client, busySinceMs);
    }
    suspected = now;
  }

  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void check().finally(() => {
      isChecking = false;
    });
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}

/** Of the clients' processes on the server, those that have nothing to do. Over a new connection, since any other may hang as well. */
async function readIdle(options: pg.PoolConfig, clients: readonly BoundedClient[]): Promise<ReadonlySet<unknown>> {
  const checker = new BoundedClient({ ...options, ...limits });
  checker.on("error", () => {});
  try {
    await checker.connect();
    const { rows } = await checker.query<{ pid: number }>(
      "select pid from pg_stat_activity where pid = any($1::int[]) and state like 'idle%'",
      [clients.map(({ processID }) => processID)],
    );
    return new Set(rows.map(({ pid }) => pid));
  } finally {
    await checker.end().catch(() => {});
  }
}
