import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { environments } from "#lib/core/identifiers.ts";
import type { BoundedPool } from "#lib/db/connection/bounded-pool.ts";
import { gatewayEndpointLabel } from "../gateways/gateway-endpoint-label.ts";
import { type JobName, jobNames } from "../jobs/job-names.ts";
import { type BacklogSources, showBuild, watchBacklog } from "./backlog-metrics.ts";
import { createPoolMetrics, type PoolName } from "./pool-metrics.ts";

export type SignInOutcome = "accepted" | "refused" | "throttled";

/** Small typed recorders over one registry; every label has a fixed set of values. */
/** `pending`: not accepted, to be retried. */
type ForwardOutcome = "delivered" | "pending" | "refused" | "dead";

type SpoolFill = { bytes: number; setAside: number; bytesMax: number };

export type Metrics = {
  /** `route` is a pattern such as `/api/{environment}/merchants`, never an address. */
  recordHttpRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  recordNotification(received: {
    /** The last two are valid ones that somebody refused: a shop, or a test in the sandbox. */
    verdict: "valid" | "invalid" | "not_checkable" | "refused" | "shop_refused" | "on_purpose";
    status: number;
    seconds: number;
  }): void;
  /** One request to a gateway as its client reports it (GatewayCall). Sign-in attempts are also counted separately. */
  recordGatewayCall(call: { environment: string; method: string; path: string; status: number | null; ms: number }): void;
  /** Calls that are missing in the list of calls. */
  recordDroppedCalls(calls: number): void;
  recordStaffSignIn(outcome: SignInOutcome): void;
  /**
   * Notifications spooled to disk while the database is away, refused there, moved into the database later, or set
   * aside because they can be neither read nor stored.
   */
  recordSpooled(outcome: "kept" | "refused" | "drained" | "set_aside", count?: number): void;
  /** Entries of the journal that were written, or could not be. */
  recordJournaled(outcome: "kept" | "failed"): void;
  /** Reports the size of the journal at each scrape. */
  watchJournal(bytes: () => number): void;
  /** An attempt to forward a notification to a shop, by outcome. */
  recordForwardTry(outcome: ForwardOutcome): void;
  /** A run of a background job that threw. */
  recordJobFailure(queue: JobName): void;
  /** Reports the size of the spool at each scrape. */
  watchSpool(size: () => SpoolFill): void;
  /** Reports a database pool's size at each scrape, and the waiting times for its connections. */
  watchPool(name: PoolName, pool: BoundedPool): void;
  /** Reports at each scrape how many notifications are set aside because they could not be processed. */
  watchSetAside(count: () => Promise<number>): void;
  /** Reports at each scrape what waits for this program. */
  watchBacklog(sources: BacklogSources): void;
  showBuild(build: { version: string; build: string }): void;
  render(): Promise<{ contentType: string; text: string }>;
};

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createInstruments(registry);
  showZeros(instruments);
  const { http, httpFailures, notifications, spooled, journaled, forwardTries, jobFailures } = instruments;
  const { gateway, droppedCalls, identity, signIns } = instruments;
  return {
    recordHttpRequest: ({ method, route, status, seconds }) => {
      http.observe({ method: methods.has(method) ? method : "other", route, status: String(status) }, seconds);
      if (status === 500) httpFailures.inc();
    },
    recordNotification: ({ verdict, status, seconds }) => notifications.observe({ verdict, status: String(status) }, seconds),
    recordGatewayCall: ({ environment, method, path, status, ms }) => {
      const endpoint = gatewayEndpointLabel(method, path);
      gateway.observe({ environment, endpoint, status: statusClass(status) }, ms / 1000);
      if (endpoint === "token" || endpoint === "session") {
        identity.inc({ environment, kind: endpoint, outcome: identityOutcome(status) });
      }
    },
    recordDroppedCalls: (calls) => droppedCalls.inc(calls),
    recordStaffSignIn: (outcome) => signIns.inc({ outcome }),
    recordSpooled: (outcome, count = 1) => spooled.inc({ outcome }, count),
    recordJournaled: (outcome) => journaled.inc({ outcome }),
    watchJournal: (bytes) => showBytes(registry, "counterfoil_journal_bytes", "Bytes of the journal on its disk.", bytes),
    recordForwardTry: (outcome) => forwardTries.inc({ outcome }),
    recordJobFailure: (queue) => jobFailures.inc({ queue }),
    watchSpool: (size) => watchSpool(registry, size),
    watchPool: createPoolMetrics(registry),
    watchSetAside: (count) => watchSetAside(registry, count),
    watchBacklog: (sources) => watchBacklog(registry, sources),
    showBuild: (build) => showBuild(registry, build),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function createInstruments(registry: Registry) {
  const timed = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ registers: [registry], name, help, labelNames, buckets });
  const counted = (name: string, help: string, labelNames: string[]) =>
    new Counter({ registers: [registry], name, help, labelNames });
  return {
    http: timed("counterfoil_http_request_seconds", "Time to answer a request.", ["method", "route", "status"]),
    // Without labels it begins with 0; a route's first 500 would begin its series.
    httpFailures: counted("counterfoil_http_failures_total", "Requests that ended in a fault of the program (500).", []),
    notifications: timed("counterfoil_notification_seconds", "Time to decide and store a notification.", ["verdict", "status"]),
    spooled: counted("counterfoil_notifications_spooled_total", "Notifications that went through the spool on the disk.", [
      "outcome",
    ]),
    journaled: counted("counterfoil_journal_entries_total", "Entries of the journal for a restore.", ["outcome"]),
    forwardTries: counted("counterfoil_forward_tries_total", "Tries to pass a notification on to a shop.", ["outcome"]),
    jobFailures: counted("counterfoil_job_failures_total", "Runs of background jobs that failed.", ["queue"]),
    gateway: timed("counterfoil_gateway_call_seconds", "Time of one exchange with a gateway.", [
      "environment",
      "endpoint",
      "status",
    ]),
    droppedCalls: counted("counterfoil_gateway_calls_dropped_total", "Calls that could not be stored for the list of calls.", []),
    identity: counted("counterfoil_identity_attempts_total", "Attempts to get a token or a session from a gateway.", [
      "environment",
      "kind",
      "outcome",
    ]),
    signIns: counted("counterfoil_staff_sign_ins_total", "Staff sign-in attempts.", ["outcome"]),
  };
}

/** Prometheus sees no increase in a series that begins with its first event, so what is alerted on or drawn begins with 0. */
function showZeros(instruments: ReturnType<typeof createInstruments>): void {
  const { notifications, spooled, journaled, forwardTries, jobFailures, gateway, identity, signIns } = instruments;
  for (const verdict of ["valid", "not_checkable", "refused"]) {
    for (const status of ["500", "503"]) notifications.zero({ verdict, status });
  }
  for (const outcome of ["kept", "refused", "drained", "set_aside"]) spooled.inc({ outcome }, 0);
  for (const outcome of ["kept", "failed"]) journaled.inc({ outcome }, 0);
  for (const outcome of ["delivered", "pending", "refused", "dead"]) forwardTries.inc({ outcome }, 0);
  for (const queue of Object.values(jobNames)) jobFailures.inc({ queue }, 0);
  for (const outcome of ["accepted", "refused", "throttled"]) signIns.inc({ outcome }, 0);
  for (const environment of environments) {
    for (const kind of ["token", "session"]) {
      gateway.zero({ environment, endpoint: kind, status: "2xx" });
      for (const outcome of ["answered", "refused", "unknown"]) identity.inc({ environment, kind, outcome }, 0);
    }
  }
}

function watchSpool(registry: Registry, size: () => SpoolFill): void {
  const help = "Bytes of notifications that wait on the disk for the database.";
  showBytes(registry, "counterfoil_notify_spool_bytes", help, () => size().bytes);
  showBytes(registry, "counterfoil_notify_spool_bytes_max", "Bytes that may wait there.", () => size().bytesMax);
  showBytes(
    registry,
    "counterfoil_notify_spool_set_aside_bytes",
    "Bytes in the spool that can be neither read nor stored and need a person.",
    () => size().setAside,
  );
}

function showBytes(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    registers: [registry],
    name,
    help,
    collect() {
      this.set(read());
    },
  });
}

/** Has no value while the database is away. */
function watchSetAside(registry: Registry, count: () => Promise<number>): void {
  new Gauge({
    registers: [registry],
    name: "counterfoil_notifications_set_aside",
    help: "Stored notifications that could not be processed and were set aside.",
    async collect() {
      this.set(await count().catch(() => Number.NaN));
    },
  });
}

function statusClass(status: number | null): string {
  return status === null ? "none" : `${Math.floor(status / 100)}xx`;
}

/** As the lockout guard counts them (docs/lockout.md, rules 1 to 3); only the client can detect a 2xx without a usable token. */
function identityOutcome(status: number | null): string {
  if (status === null || status === 429 || status >= 500) return "unknown";
  return status < 300 ? "answered" : "refused";
}
