import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import { type Percentiles, toPercentiles } from "./percentiles.ts";

/** One POST of a form; `path` and body as they are sent. */
export type Shot = { path: string; body: Buffer };

export type LoadResult = {
  perSecond: number;
  /** From the scheduled time, so that a stalled server is measured in full. */
  latencyMs: Percentiles;
  statuses: Record<string, number>;
};

export type Load = { origin: string; connections: number; nextShot: () => Shot };

type Rate = { perSecond: number; durationMs: number };

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };
const tickMs = 5;

/** Maximum throughput: every connection sends its next request once it has its response. */
export async function loadFully({ origin, connections, nextShot, isOver }: Load & { isOver(): boolean }): Promise<LoadResult> {
  const tally = createTally();
  await withPool(origin, connections, async (pool) => {
    const sender = async () => {
      while (!isOver()) {
        const dueAt = performance.now();
        tally.add(await post(pool, nextShot()), dueAt);
      }
    };
    await Promise.all(Array.from({ length: connections }, sender));
  });
  return tally.result();
}

/** A fixed rate, whatever the server does: a request without a free connection waits, and its wait counts. */
export async function loadAtRate({ perSecond, durationMs, ...load }: Load & Rate): Promise<LoadResult> {
  const tally = createTally();
  await withPool(load.origin, load.connections, async (pool) => {
    const startedAt = performance.now();
    const due: Promise<void>[] = [];
    const shots = Math.floor((perSecond * durationMs) / 1_000);
    while (due.length < shots) {
      const until = Math.min(shots, Math.ceil(((performance.now() - startedAt) / 1_000) * perSecond));
      while (due.length < until) {
        const dueAt = startedAt + (due.length / perSecond) * 1_000;
        due.push(post(pool, load.nextShot()).then((status) => tally.add(status, dueAt)));
      }
      await wait(tickMs);
    }
    await Promise.all(due);
  });
  return tally.result();
}

function createTally() {
  const startedAt = performance.now();
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  return {
    add(status: string, dueAt: number) {
      latencies.push(performance.now() - dueAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
    },
    result: (): LoadResult => ({
      perSecond: latencies.length / ((performance.now() - startedAt) / 1_000),
      latencyMs: toPercentiles(latencies),
      statuses,
    }),
  };
}

async function withPool(origin: string, connections: number, work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  try {
    await work(pool);
  } finally {
    await pool.close();
  }
}

/** The status, or the name of the error; the body is received completely. */
function post(pool: Pool, { path, body }: Shot): Promise<string> {
  return new Promise((resolve) => {
    let status = "";
    pool.dispatch(
      { path, method: "POST", headers: formHeaders, body },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, statusCode) => {
          status = String(statusCode);
        },
        onResponseData: () => {},
        onResponseEnd: () => resolve(status),
        onResponseError: (_controller, error) => resolve(codeOf(error)),
      },
    );
  });
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : error.name;
}
