import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { eventually } from "#lib/core/testing/eventually.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { createLog } from "../metrics/log.ts";
import { startLogExport } from "./start-log-export.ts";
import { startTelemetry } from "./start-telemetry.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  vi.unstubAllEnvs();
});

const recordSchema = z.object({
  timeUnixNano: z.string(),
  severityText: z.string(),
  body: z.object({ stringValue: z.string() }),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
});
const exportSchema = z.object({
  resourceLogs: z.array(z.object({ scopeLogs: z.array(z.object({ logRecords: z.array(recordSchema) })) })),
});

/** What a collector hears, and a log of this process whose lines are kept. */
async function open() {
  const heard: { url: string; text: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    heard.push({ url: request.url ?? "", text: Buffer.concat(chunks).toString() });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  undo.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const records = () =>
    heard
      .filter(({ url }) => url === "/v1/logs")
      .flatMap(({ text }) => exportSchema.parse(JSON.parse(text)).resourceLogs)
      .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
  return { ...openLog(), env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }, records };
}

function openLog() {
  const lines: string[] = [];
  const writer = { instance: "host-1", version: "0.0.0" };
  const log = createLog({ writer, destination: { write: (line) => void lines.push(line) } });
  return { log, lines };
}

/** OpenTelemetry reads the address from the environment of the process. */
const stubEnv = (env: Record<string, string>) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
};

test("each line of the log is sent as it was written: redacted, with its time, level and fields", async () => {
  const { log, lines, env, records } = await open();
  const secret = "sec_0123456789abcdef0123";
  stubEnv(env);
  const sending = await startTelemetry(log);
  log.info({ requestId: "r-1", merchant: { slug: "corner-cafe" } }, "A request was answered");
  log.error({ cause: new Error(`refused ${secret}`) }, "It failed");
  await sending.stop();
  log.info({}, "After the end");
  const [first, second, ...rest] = records();
  expect(rest).toEqual([]);
  expect([first?.body.stringValue, first?.severityText]).toEqual(["A request was answered", "INFO"]);
  expect([second?.body.stringValue, second?.severityText]).toEqual(["It failed", "ERROR"]);
  const written = JSON.parse(lines[0] ?? "");
  expect(first?.timeUnixNano).toBe(`${Date.parse(written.time)}000000`);
  expect(Object.fromEntries(first?.attributes.map(({ key, value }) => [key, value]) ?? [])).toMatchObject({
    requestId: { stringValue: "r-1" },
    instance: { stringValue: "host-1" },
    merchant: { kvlistValue: { values: [{ key: "slug", value: { stringValue: "corner-cafe" } }] } },
  });
  expect(JSON.stringify(records())).not.toContain(secret);
  expect(lines).toHaveLength(3);
});

test("a collector that is away costs no line of standard output, and is told once", async () => {
  const { log, lines } = openLog();
  stubEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`, OTEL_EXPORTER_OTLP_TIMEOUT: "300" });
  stubEnv({ OTEL_BLRP_SCHEDULE_DELAY: "50" });
  const sending = await startLogExport(log);
  const told = () => lines.filter((line) => line.includes("Log lines cannot be sent"));
  log.info({}, "first");
  await eventually(() => expect(told()).toHaveLength(1));
  log.info({}, "second");
  await sending?.stop();
  expect(told()).toHaveLength(1);
  expect(lines.filter((line) => /first|second/.test(line))).toHaveLength(2);
});

test("it is off unless OpenTelemetry's own settings name a collector, and with OTEL_LOGS_EXPORTER=none", async () => {
  const { log } = openLog();
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";
  expect(await startLogExport(log, {})).toBeUndefined();
  expect(await startLogExport(log, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: OTEL_EXPORTER_OTLP_ENDPOINT })).toBeUndefined();
  expect(await startLogExport(log, { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_LOGS_EXPORTER: "none" })).toBeUndefined();
  await expect(startLogExport(log, { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "collector:4318" })).rejects.toThrow(
    /^OTEL_EXPORTER_OTLP_LOGS_ENDPOINT is no address/,
  );
});
