import { randomUUID } from "node:crypto";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";
import { installTracer } from "#lib/core/trace-span.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import type { Log } from "#lib/services/log.ts";
import { readBuild } from "../metrics/read-build.ts";
import { createTracer } from "./create-tracer.ts";
import { type Env, readTraceHeaders, wantsTraces } from "./trace-settings.ts";

type Warn = Pick<Log, "warn">;

/** Sends the spans that were not sent yet, within 2 s: the end of the process waits for it. */
export type Tracing = { stop(): Promise<void> };

const sendLastMs = 2_000;

/**
 * Sends traces over OTLP as the standard OTEL_* settings say; undefined when they ask for none. OpenTelemetry's packages are
 * loaded only then. A collector that is away costs spans, never a request. Throws SettingsError.
 */
export async function startTracing(log: Warn, env: Env = process.env): Promise<Tracing | undefined> {
  if (!wantsTraces(env)) return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || "http/json";
  if (protocol !== "http/json") log.warn({ protocol }, "Traces are sent as http/json, the only protocol that is built in");
  const headers = readTraceHeaders(env);
  const [api, { OTLPTraceExporter }, sdk, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/resources"),
  ]);
  const own = { "service.name": "counterfoil", "service.version": readBuild().version, "service.instance.id": randomUUID() };
  // What OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME say wins.
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes(own).merge(given),
    spanProcessors: [new sdk.BatchSpanProcessor(tellFailures(new OTLPTraceExporter({ headers }), log))],
  });
  installTracer(createTracer(api, provider.getTracer("counterfoil")));
  return {
    async stop() {
      installTracer(undefined);
      const { state } = await withTimeout(sendLastMs, provider.shutdown());
      if (state === "running") log.warn({ sendLastMs }, "The last traces could not be sent in time");
    },
  };
}

/** Logs the first of several failures in a row: OpenTelemetry itself keeps silent. */
function tellFailures(exporter: SpanExporter, log: Warn): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isFailing) log.warn({ cause: result.error }, "Traces cannot be sent");
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
