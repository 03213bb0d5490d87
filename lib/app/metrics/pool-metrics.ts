import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { BoundedPool } from "#lib/db/connection/bounded-pool.ts";

/** The connection pools by purpose (open-stores.ts). */
export type PoolName = "people" | "lists" | "background" | "gateways" | "jobs" | "notify";

const waitBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];

/** Returns a function that registers a pool: its connections, waiting times and refused requests. */
export function createPoolMetrics(registry: Registry): (name: PoolName, pool: BoundedPool) => void {
  const pools = new Map<PoolName, BoundedPool>();
  const registers = [registry];
  new Gauge({
    registers,
    name: "counterfoil_database_connections",
    help: "Connections of a database pool.",
    labelNames: ["pool", "state"],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: "in_use" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
  const waits = new Histogram({
    registers,
    name: "counterfoil_database_wait_seconds",
    help: "Time until a database pool gave a connection.",
    labelNames: ["pool"],
    buckets: waitBuckets,
  });
  const refused = new Counter({
    registers,
    name: "counterfoil_database_refused_total",
    help: "Requests for a connection that a database pool could not serve in time.",
    labelNames: ["pool"],
  });
  return (name, pool) => {
    pools.set(name, pool);
    refused.inc({ pool: name }, 0);
    pool.watch = {
      onConnected: (seconds) => waits.observe({ pool: name }, seconds),
      onRefused: () => refused.inc({ pool: name }),
    };
  };
}
