import { createMetrics, type Metrics } from "#lib/app/metrics/metrics.ts";
import { BoundedPool } from "#lib/db/connection/bounded-pool.ts";

/** All metrics that this program has, also those that exist only from a process's first pool or request on. */
export function createEveryMetric(): Metrics {
  const metrics = createMetrics();
  const pool = new BoundedPool({ host: "127.0.0.1", port: 1, waitingMax: 1 });
  metrics.watchPool("lists", pool);
  pool.watch?.onConnected(0.1);
  metrics.watchSpool(() => ({ bytes: 0, setAside: 0, bytesMax: 1 }));
  metrics.watchJournal(() => 0);
  metrics.watchSetAside(async () => 0);
  metrics.watchBacklog({
    backlog: async () => [],
    eventLagSeconds: async () => 0,
    schemaMs: async () => 0,
    lastBackup: async () => undefined,
    standby: async () => ({ isWanted: false, isMissing: false }),
  });
  metrics.showBuild({ version: "1", build: "none" });
  metrics.recordHttpRequest({ method: "GET", route: "/", status: 200, seconds: 0.1 });
  metrics.recordNotification({ verdict: "valid", status: 200, seconds: 0.1 });
  metrics.recordGatewayCall({ environment: "demo", method: "GET", path: "/", status: 200, ms: 1 });
  metrics.recordStaffSignIn("accepted");
  return metrics;
}
