import { installTracer } from "#lib/core/trace-span.ts";
import { createTracer } from "./create-tracer.ts";
import { loadResource, logFailures, readExporterOptions, type Sending, sendLast, type Warn } from "./otlp.ts";
import { type Env, wantsSignal } from "./telemetry-settings.ts";

/**
 * Sends traces over OTLP as the standard OTEL_* settings say; undefined when they ask for none. OpenTelemetry's packages are
 * loaded only then. A collector that is away costs spans, never a request. Throws SettingsError.
 */
export async function startTracing(log: Warn, env: Env = process.env): Promise<Sending | undefined> {
  if (!wantsSignal("TRACES", env)) return undefined;
  const options = readExporterOptions("TRACES", { log, env });
  const [api, { OTLPTraceExporter }, sdk, resource] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/sdk-trace-base"),
    loadResource(),
  ]);
  const exporter = logFailures("TRACES", new OTLPTraceExporter(options), log);
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [new sdk.BatchSpanProcessor(exporter)] });
  installTracer(createTracer(api, provider.getTracer("counterfoil")));
  return {
    stop() {
      installTracer(undefined);
      return sendLast("TRACES", provider.shutdown(), log);
    },
  };
}
