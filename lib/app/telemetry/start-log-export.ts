import { z } from "zod";
import type { OwnLog } from "../metrics/log.ts";
import { loadResource, logFailures, readExporterOptions, type Sending, sendLast } from "./otlp.ts";
import { type Env, wantsSignal } from "./telemetry-settings.ts";

/** A line of the log (`createLog`). */
const lineSchema = z.object({ level: z.number(), time: z.iso.datetime(), msg: z.string() }).catchall(z.json());

/** pino's levels in OpenTelemetry's numbers. */
const severities: Record<number, { severityNumber: number; severityText: string }> = {
  30: { severityNumber: 9, severityText: "INFO" },
  40: { severityNumber: 13, severityText: "WARN" },
  50: { severityNumber: 17, severityText: "ERROR" },
};

/**
 * Sends each line of the log, redacted as it is written, to another system over OTLP as the standard OTEL_* settings say;
 * undefined when they ask for none. A collector that is away costs copies of lines, never a request. Throws SettingsError.
 */
export async function startLogExport(log: OwnLog, env: Env = process.env): Promise<Sending | undefined> {
  if (!wantsSignal("LOGS", env)) return undefined;
  const options = readExporterOptions("LOGS", { log, env });
  const [{ OTLPLogExporter }, { BatchLogRecordProcessor, LoggerProvider }, resource] = await Promise.all([
    import("@opentelemetry/exporter-logs-otlp-http"),
    import("@opentelemetry/sdk-logs"),
    loadResource(),
  ]);
  const exporter = logFailures("LOGS", new OTLPLogExporter(options), log);
  const provider = new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter })] });
  const logger = provider.getLogger("counterfoil");
  log.copyTo((line) => {
    const { level, time, msg, ...fields } = lineSchema.parse(JSON.parse(line));
    logger.emit({ ...severities[level], timestamp: new Date(time), body: msg, attributes: fields });
  });
  return {
    stop() {
      log.copyTo(undefined);
      return sendLast("LOGS", provider.shutdown(), log);
    },
  };
}
