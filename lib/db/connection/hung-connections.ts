import type pg from "pg";
import { BoundedClient } from "./bounded-client.ts";
import { shortLimits, withClient } from "./with-client.ts";

type Times = { everyMs: number; suspectAfterMs: number };

type Process = { state: string | null; event: string | null };

const usual: Times = { everyMs: 1_000, suspectAfterMs: 2_000 };

export type HungWatch = { stop(): void };

/**
 * Closes connections that wait for a response which will not come, as soon as a server is reachable again: packets were
 * lost, and TCP would repeat them half a minute later, or another server took over. A query that the server still works on is left
 * alone. Behind a pooler, which does not say what the server does, only the time limit of a query ends it.
 *
 * A commit that waits for a standby goes on at the server after its client gave up, and keeps its connection there. Until it
 * ends it takes a place of the pool, or trying again and again would use up the connections of the server.
 */
export function watchHungConnections(pool: pg.Pool, { everyMs, suspectAfterMs }: Times = usual): HungWatch {
  const clients = new Set<BoundedClient>();
  /** Processes of the server whose client gave up, and whether they are known to wait for a standby. */
  const givenUp = new Map<number, boolean>();
  const places = pool.options.max;
  /** What the last check suspected; only what is still the same at the next one is closed. */
  let suspected = new Map<BoundedClient, number>();
  pool.on("connect", (client) => {
    if (client instanceof BoundedClient) clients.add(client);
  });
  pool.on("remove", (client) => {
    if (!(client instanceof BoundedClient)) return;
    clients.delete(client);
    if (!client.hasTimedOut || !client.isDirect || client.processID === null) return;
    givenUp.set(client.processID, false);
    checkAlone();
  });

  function limitPool(): void {
    const waiting = [...givenUp.values()].filter(Boolean).length;
    pool.options.max = Math.max(0, places - waiting);
  }

  async function check(): Promise<void> {
    const beforeMs = performance.now() - suspectAfterMs;
    const waiting = [...clients].filter(({ busySinceMs }) => busySinceMs !== undefined && busySinceMs < beforeMs);
    if (waiting.length === 0) suspected.clear();
    const asked = [...givenUp.keys()];
    if (waiting.length === 0 && asked.length === 0) return;
    const since = new Map(waiting.map((client) => [client, client.busySinceMs]));
    const processes = await readProcesses(pool.options, [...asked, ...waiting.map(({ processID }) => processID)]).catch(
      () => undefined,
    );
    if (!processes) return;
    for (const pid of asked) {
      if (processes.get(pid)?.event === "SyncRep") givenUp.set(pid, true);
      else givenUp.delete(pid);
    }
    limitPool();
    const now = new Map<BoundedClient, number>();
    for (const client of waiting) {
      const { busySinceMs } = client;
      if (busySinceMs === undefined || busySinceMs !== since.get(client) || !isLost(client, processes)) continue;
      if (suspected.get(client) === busySinceMs) void client.end().catch(() => {});
      else now.set(client, busySinceMs);
    }
    suspected = now;
  }

  let isChecking = false;
  function checkAlone(): void {
    if (isChecking || isStopped) return;
    isChecking = true;
    void check().finally(() => {
      isChecking = false;
    });
  }

  let isStopped = false;
  const timer = setInterval(checkAlone, everyMs).unref();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** Whether the server has nothing to do for the client, or no process for it at all. */
function isLost({ processID, isDirect }: BoundedClient, processes: ReadonlyMap<unknown, Process>): boolean {
  if (!processes.has(processID)) return isDirect;
  return processes.get(processID)?.state?.startsWith("idle") ?? false;
}

/** Those that the server has; on a connection of its own, since any of the pool may hang. */
function readProcesses(options: pg.PoolConfig, pids: readonly (number | null)[]): Promise<ReadonlyMap<unknown, Process>> {
  return withClient({ ...options, ...shortLimits }, async (checker) => {
    const { rows } = await checker.query<Process & { pid: number }>(
      "select pid, state, wait_event as event from pg_stat_activity where pid = any($1::int[])",
      [pids],
    );
    return new Map(rows.map((row) => [row.pid, row]));
  });
}
