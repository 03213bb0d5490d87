import type { OwnLog } from "../metrics/log.ts";
import type { Sending } from "./otlp.ts";
import { startLogExport } from "./start-log-export.ts";
import { startTracing } from "./start-tracing.ts";
import type { Env } from "./telemetry-settings.ts";

/** Sends traces and log lines over OTLP as far as OpenTelemetry's settings ask for it. Throws SettingsError. */
export async function startTelemetry(log: OwnLog, env: Env = process.env): Promise<Sending> {
  const logs = await startLogExport(log, env);
  const traces = await startTracing(log, env).catch(async (cause) => {
    await logs?.stop();
    throw cause;
  });
  return {
    // One after the other: a warning about the traces is sent as well.
    async stop() {
      await traces?.stop();
      await logs?.stop();
    },
  };
}
