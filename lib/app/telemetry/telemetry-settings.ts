import { readSecretFiles } from "../settings/secret-files.ts";
import { SettingsError } from "../settings/settings.ts";

export type Env = Readonly<Record<string, string | undefined>>;
/** As OpenTelemetry's settings name what they are about. */
export type Signal = "TRACES" | "LOGS";

const addressSettings = (signal: Signal) => [`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, "OTEL_EXPORTER_OTLP_ENDPOINT"];
const headerSettings = (signal: Signal) => ["OTEL_EXPORTER_OTLP_HEADERS", `OTEL_EXPORTER_OTLP_${signal}_HEADERS`];

/** OpenTelemetry's own settings ask for them: an address to send them to, and nothing that turns them off. */
export function wantsSignal(signal: Signal, env: Env): boolean {
  const hasAddress = addressSettings(signal).some((name) => env[name]);
  return hasAddress && env.OTEL_SDK_DISABLED?.toLowerCase() !== "true" && env[`OTEL_${signal}_EXPORTER`] !== "none";
}

/** The protocol that is asked for; only http/json is built in. */
export function readProtocol(signal: Signal, env: Env): string {
  return env[`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`] || env.OTEL_EXPORTER_OTLP_PROTOCOL || "http/json";
}

/**
 * The headers from the file that OTEL_EXPORTER_OTLP_HEADERS_FILE names; the exporter reads all other settings itself. Throws
 * SettingsError with the mistakes that it would pass over in silence.
 */
export function readHeaders(signal: Signal, env: Env): Record<string, string> {
  const problems = addressSettings(signal)
    .filter((name) => env[name] && !/^https?:$/.test(URL.parse(env[name])?.protocol ?? ""))
    .map((name) => `${name} is no address; write one like http://collector.example:4318.`);
  const files = readSecretFiles(env, headerSettings(signal), problems);
  const headers = headerSettings(signal).flatMap((name) => parseHeaders(files[name], `${name}_FILE`, problems));
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.fromEntries(headers);
}

function parseHeaders(text: string | undefined, setting: string, problems: string[]): [name: string, value: string][] {
  try {
    return (text?.split(",") ?? []).map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [name.trim(), decodeURIComponent(value.join("=").trim())];
    });
  } catch {
    problems.push(`${setting} names a file whose values are not percent-encoded; write %25 for a percent sign.`);
    return [];
  }
}
