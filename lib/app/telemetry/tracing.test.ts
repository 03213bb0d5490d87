import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { trace } from "@opentelemetry/api";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { eventually } from "#lib/core/testing/eventually.ts";
import { activeSpan, startChildSpan, withSpan } from "#lib/core/trace-span.ts";
import { createTestStore } from "#lib/db/testing/test-store.ts";
import { createFrontServer } from "#lib/http/create-front-server.ts";
import { notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createPayment } from "#lib/services/payments/create-payment.ts";
import { benchSid } from "#tools/bench/support/app-database.ts";
import { openRestoreApp, type RestoreApp } from "#tools/drill/restore-app.ts";
import { startRestoreGateway } from "#tools/drill/restore-gateway.ts";
import { connect, prepareBefore } from "#tools/drill/restore-scene.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { startTracing } from "./start-tracing.ts";
import { wantsSignal } from "./telemetry-settings.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  vi.unstubAllEnvs();
});

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
});
type ReceivedSpan = z.infer<typeof spanSchema>;
const exportSchema = z.object({
  resourceSpans: z.array(z.object({ resource: z.unknown(), scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
});

/** What a collector hears at OTEL_EXPORTER_OTLP_ENDPOINT. */
async function startCollector() {
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    texts.push(`${request.url} ${request.headers["x-token"]} ${Buffer.concat(chunks).toString()}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  undo.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
  const spans = () =>
    texts
      .flatMap((text) => exportSchema.parse(JSON.parse(text.slice(text.indexOf("{")))).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: some }) => some));
  return { texts, spans };
}

const log = { info: () => {}, warn: () => {}, error: () => {} };
const canary = () => `canary-${randomBytes(8).toString("hex")}`;

/** The program behind its front server; each request for a page takes a payment. */
async function openApp(): Promise<{ app: RestoreApp; origin: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterfoil-traces-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const store = await createTestStore();
  undo.push(() => store.drop());
  const gateway = await startRestoreGateway({ folder, defer: (work) => undo.push(work) });
  const keys = { SESSION_KEYS: `d1:${randomBytes(32).toString("hex")}`, VAULT_KEYS: `d1:${randomBytes(32).toString("base64")}` };
  const env = { ...keys, DATA_DIR: path.join(folder, "data"), SANDBOX: "off", LOG_LEVEL: "silent", GATEWAY_HOSTS: gateway.host };
  const app = await openRestoreApp(env, store.url);
  await connect(app, gateway);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = createFrontServer({
    ...{ publicOrigin: origin, port, log, publicFiles: new Set<string>() },
    notify: (request, response, peer) => app.runtime.notify.handleNode(request, response, peer),
    async next(request, response) {
      const description = new URL(request.url ?? "", origin).searchParams.get("q") ?? "";
      const input = { amountMinor: 10_00, currency: "EUR", terminalId: "81000001", description };
      await createPayment(app.ctx, { environment: "demo", merchant: "corner-cafe", idempotencyKey: description, input });
      response.end("ok");
    },
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  undo.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { app, origin };
}

test("requests, gateway calls, queries and jobs are told to a collector as parents and children, without any value of a person", {
  meta: { slow: "Takes a payment, receives a notification and runs jobs." },
}, async () => {
  const collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "x-token=of the operator");
  vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
  const { app, origin } = await openApp();
  const { endpointId, signer } = await prepareBefore(app, { refunds: 0 });
  const planted = { order: canary(), name: canary(), search: canary(), cookie: canary(), agent: canary() };
  const body = signedBody(notifyEntries({ sid: benchSid, orderId: planted.order }, [["CustomerName", planted.name]]), signer);
  const headers = { "content-type": "application/x-www-form-urlencoded", "user-agent": planted.agent };
  const notified = await fetch(`${origin}/api/notify/${endpointId}`, { method: "POST", headers, body });
  expect(notified.status).toBeLessThan(500);
  const page = await fetch(`${origin}/demo/corner-cafe/payments?q=${planted.search}`, {
    headers: { cookie: `a=${planted.cookie}` },
  });
  expect(await page.text()).toBe("ok");
  await eventually(async () => {
    const { rows } = await app.runtime.store.pool.query(
      "select from pgboss.job where name = 'payments.follow' and state = 'completed'",
    );
    expect(rows).not.toEqual([]);
  });
  await app.close();

  const spans = collector.spans();
  const find = (name: string | RegExp, parent?: ReceivedSpan) => {
    const found = spans.find(
      (span) =>
        (typeof name === "string" ? span.name === name : name.test(span.name)) &&
        (!parent || span.parentSpanId === parent.spanId),
    );
    expect(found, `${name} below ${parent?.name}`).toBeDefined();
    return found as ReceivedSpan;
  };
  const notify = find("POST /api/notify/{endpoint}");
  expect(notify).toMatchObject({ kind: 2 });
  expect(notify.parentSpanId).toBeUndefined();
  expect(find(/^(WITH|SELECT|INSERT|BEGIN)/, notify).traceId).toBe(notify.traceId);
  const taken = find("GET page");
  expect(find(/^(SELECT|INSERT)/, taken)).toMatchObject({ kind: 3, traceId: taken.traceId });
  const call = find("gateway POST /epos/v1/payments");
  expect([call.kind, call.traceId]).toEqual([3, taken.traceId]);
  expect(find(/^(SELECT|BEGIN)/, find("job payments.follow")).kind).toBe(3);

  const all = collector.texts.join("\n");
  expect(all).toMatch(/^\/v1\/traces of the operator /);
  expect(all).toContain('"deployment.environment.name"');
  expect(all).toContain('"counterfoil"');
  for (const value of [...Object.values(planted), endpointId, "corner-cafe", app.ctx.staff.email])
    expect(all).not.toContain(value);
});

test("an error is told by its class and code, without its message", async () => {
  const collector = await startCollector();
  const tracing = await startTracing(log);
  const work = withSpan({ name: "failing", kind: "internal" }, async () => {
    throw Object.assign(new TypeError("ann@desk.example"), { code: "ECONNRESET" });
  });
  await expect(work).rejects.toThrow("ann@desk.example");
  await tracing?.stop();
  const [span] = collector.spans();
  expect(span?.attributes).toEqual([{ key: "error.type", value: { stringValue: "TypeError.ECONNRESET" } }]);
  expect(collector.texts.join("")).not.toContain("ann@");
});

test("what Next does with OpenTelemetry inside a request takes nothing from its span, and tells nothing in it", async () => {
  const collector = await startCollector();
  const tracing = await startTracing(log);
  const message = canary();
  await withSpan({ name: "GET /api", kind: "server" }, () =>
    trace.getTracer("next.js").startActiveSpan("handle", async (nexts) => {
      trace.getActiveSpan()?.recordException(new Error(message));
      activeSpan()?.rename("GET /api/{environment}/operation");
      startChildSpan({ name: "SELECT payment", kind: "client" })?.();
      nexts.end();
    }),
  );
  await tracing?.stop();
  const [child, request] = collector.spans();
  expect(request?.name).toBe("GET /api/{environment}/operation");
  expect(child).toMatchObject({ name: "SELECT payment", parentSpanId: request?.spanId });
  expect(collector.texts.join("")).not.toContain(message);
});

test("a collector that is away fails nothing, and is told once", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${await freePort()}`);
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "300");
  const warn = vi.fn();
  const tracing = await startTracing({ warn });
  expect(await withSpan({ name: "work", kind: "internal" }, async () => "done")).toBe("done");
  await tracing?.stop();
  expect(warn).toHaveBeenCalledExactlyOnceWith({ cause: expect.any(Error) }, "Traces cannot be sent");
});

test("a collector that never answers does not keep the process from ending", {
  meta: { slow: "The end waits 2 s for the last traces." },
}, async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  undo.push(
    () => silent.close(),
    () => silent.closeAllConnections(),
  );
  const { port } = silent.address() as AddressInfo;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
  for (const limit of ["OTEL_EXPORTER_OTLP_TIMEOUT", "OTEL_BSP_EXPORT_TIMEOUT"]) vi.stubEnv(limit, "600000");
  const warn = vi.fn();
  const tracing = await startTracing({ warn });
  await withSpan({ name: "work", kind: "internal" }, async () => {});
  await tracing?.stop();
  expect(warn).toHaveBeenCalledExactlyOnceWith({ sendLastMs: 2_000 }, expect.any(String));
});

test("headers may come from a file, as every secret; one that is missing is a mistake in the settings", async () => {
  const collector = await startCollector();
  const folder = await mkdtemp(path.join(tmpdir(), "counterfoil-traces-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "headers");
  await writeFile(file, "authorization=Basic%20YQ==,x-token=of a file\n");
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS_FILE", file);
  const tracing = await startTracing(log);
  await withSpan({ name: "work", kind: "internal" }, async () => {});
  await tracing?.stop();
  expect(collector.texts.join()).toMatch(/^\/v1\/traces of a file /);
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS_FILE", `${file}-missing`);
  await expect(startTracing(log)).rejects.toThrow(/OTEL_EXPORTER_OTLP_HEADERS_FILE names a file that cannot be read/);
  await writeFile(file, "x-token=100%");
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS_FILE", file);
  await expect(startTracing(log)).rejects.toThrow(/HEADERS_FILE names a file whose values are not percent-encoded/);
});

test("an address that is none is a mistake in the settings, not another collector", async () => {
  const started = startTracing(log, { OTEL_EXPORTER_OTLP_ENDPOINT: "collector.example:4318" });
  await expect(started).rejects.toThrow(/^OTEL_EXPORTER_OTLP_ENDPOINT is no address/);
});

test("it is off unless OpenTelemetry's own settings name a collector", async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";
  expect(wantsSignal("TRACES", {})).toBe(false);
  expect(wantsSignal("TRACES", { OTEL_EXPORTER_OTLP_ENDPOINT })).toBe(true);
  expect(wantsSignal("TRACES", { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: OTEL_EXPORTER_OTLP_ENDPOINT })).toBe(true);
  expect(wantsSignal("TRACES", { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "true" })).toBe(false);
  expect(wantsSignal("TRACES", { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: "none" })).toBe(false);
  expect(await startTracing(log, {})).toBeUndefined();
  expect(activeSpan()).toBeUndefined();
});

/** Prints OpenTelemetry's packages that a process has loaded: the program without traces, then with them. */
const printLoaded = `
  import { registerHooks } from "node:module";
  const loaded = new Set();
  const note = (url) => loaded.add(/@opentelemetry\\/[\\w-]+/.exec(url)?.[0]);
  registerHooks({ load: (url, context, next) => (note(url), next(url, context)) });
  const print = () => console.log(JSON.stringify([...loaded].filter(Boolean).sort()));
  await import("#lib/app/create-runtime.ts");
  await import("#lib/app/start-receiver.ts");
  const { startTracing } = await import("#lib/app/telemetry/start-tracing.ts");
  await startTracing(console, {});
  print();
  await startTracing(console, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" });
  print();
  process.exit();
`;

test("without traces the program loads no package of OpenTelemetry but the interface that prom-client loads", {
  meta: { slow: "Loads the program in a process of its own." },
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", printLoaded]);
  const [off, on] = stdout
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(off).toEqual(["@opentelemetry/api"]);
  expect(on).toEqual(expect.arrayContaining(["@opentelemetry/exporter-trace-otlp-http", "@opentelemetry/sdk-trace"]));
});
