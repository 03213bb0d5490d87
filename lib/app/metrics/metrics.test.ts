import { expect, test } from "vitest";
import { BoundedPool } from "#lib/db/connection/bounded-pool.ts";
import { gatewayEndpointLabel } from "../gateways/gateway-endpoint-label.ts";
import { createMetrics } from "./metrics.ts";

test("recorded values are rendered as Prometheus text with fixed labels", async () => {
  const metrics = createMetrics();
  metrics.recordHttpRequest({ method: "BREW", route: "/api/health", status: 200, seconds: 0.01 });
  for (const status of [500, 503]) metrics.recordHttpRequest({ method: "GET", route: "/api/x", status, seconds: 0.01 });
  metrics.recordNotification({ verdict: "valid", status: 200, seconds: 0.02 });
  metrics.recordStaffSignIn("refused");
  metrics.recordForwardTry("dead");
  metrics.recordJobFailure("alerts.deliver");
  const gateway = { environment: "sandbox", ms: 12, method: "POST" };
  metrics.recordGatewayCall({ ...gateway, path: "/api/v1/oauth/token", status: 400 });
  metrics.recordGatewayCall({ ...gateway, path: "/epos/v1/payments", status: null });
  const { contentType, text } = await metrics.render();
  expect(contentType).toContain("text/plain");
  expect(text).toContain('counterfoil_http_request_seconds_count{method="other",route="/api/health",status="200"} 1');
  expect(text).toContain("counterfoil_http_failures_total 1");
  expect(text).toContain('counterfoil_notification_seconds_count{verdict="valid",status="200"} 1');
  expect(text).toContain('counterfoil_forward_tries_total{outcome="dead"} 1');
  expect(text).toContain('counterfoil_job_failures_total{queue="alerts.deliver"} 1');
  expect(text).toContain('counterfoil_staff_sign_ins_total{outcome="refused"} 1');
  expect(text).toContain('counterfoil_identity_attempts_total{environment="sandbox",kind="token",outcome="refused"} 1');
  expect(text).toContain('endpoint="POST payments",status="none"} 1');
  expect(text).toContain("process_cpu_seconds_total");
});

test("a series that is alerted on or drawn begins with 0, since Prometheus sees no increase in one that begins with its first event", async () => {
  const { text } = await createMetrics().render();
  expect(text).toContain("counterfoil_http_failures_total 0");
  for (const verdict of ["valid", "not_checkable", "refused"]) {
    expect(text).toContain(`counterfoil_notification_seconds_count{verdict="${verdict}",status="503"} 0`);
  }
  expect(text).toContain('counterfoil_notifications_spooled_total{outcome="refused"} 0');
  expect(text).toContain('counterfoil_journal_entries_total{outcome="failed"} 0');
  expect(text).toContain('counterfoil_forward_tries_total{outcome="dead"} 0');
  expect(text).toContain('counterfoil_job_failures_total{queue="audit.anchor"} 0');
  expect(text).toContain('counterfoil_staff_sign_ins_total{outcome="throttled"} 0');
  expect(text).toContain('counterfoil_gateway_call_seconds_count{environment="demo",endpoint="session",status="2xx"} 0');
  expect(text).toContain('counterfoil_identity_attempts_total{environment="production",kind="session",outcome="refused"} 0');
});

test("a pool's connections and waits are shown under its name", async () => {
  const metrics = createMetrics();
  const pool = new BoundedPool({ host: "127.0.0.1", port: 1, waitingMax: 1 });
  metrics.watchPool("lists", pool);
  await expect(pool.connect()).rejects.toThrow();
  const { text } = await metrics.render();
  expect(text).toContain('counterfoil_database_connections{pool="lists",state="in_use"} 0');
  expect(text).toContain('counterfoil_database_refused_total{pool="lists"} 1');
});

test("a reference in a gateway's address never becomes a label", () => {
  expect(gatewayEndpointLabel("GET", "/base/accounting/v1/transactions/HB-2026-0001")).toBe("GET transaction");
  expect(gatewayEndpointLabel("GET", "/base/accounting/v1/transactions/multiple")).toBe("GET transactions_multiple");
  expect(gatewayEndpointLabel("GET", "/somewhere/HB-2026-0001")).toBe("other");
});
