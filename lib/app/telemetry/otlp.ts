import { randomUUID } from "node:crypto";
import type { Resource } from "@opentelemetry/resources";
import { withTimeout } from "#lib/core/with-timeout.ts";
import type { Log } from "#lib/services/log.ts";
import { readBuild } from "../metrics/read-build.ts";
import { type Env, readHeaders, readProtocol, type Signal } from "./telemetry-settings.ts";

export type Warn = Pick<Log, "warn">;

/** Something that is sent while the process runs. `stop` sends the rest, within 2 s. */
export type Sending = { stop(): Promise<void> };

type Result = { code: number; error?: Error };
type Exporter<Item> = {
  export(items: Item[], done: (result: Result) => void): void;
  shutdown(): Promise<void>;
  forceFlush?(): Promise<void>;
};

const sendLastMs = 2_000;
const instanceId = randomUUID();
const names: Record<Signal, string> = { TRACES: "Traces", LOGS: "Log lines" };

/** What an exporter is given; it reads all other settings itself. Throws SettingsError. */
export function readExporterOptions(signal: Signal, { log, env }: { log: Warn; env: Env }) {
  const protocol = readProtocol(signal, env);
  if (protocol !== "http/json") {
    log.warn({ protocol }, `${names[signal]} are sent as http/json, the only protocol that is built in`);
  }
  return { headers: readHeaders(signal, env) };
}

/** Who sends: what OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME say wins. */
export async function loadResource(): Promise<Resource> {
  const { detectResources, envDetector, resourceFromAttributes } = await import("@opentelemetry/resources");
  const own = { "service.name": "counterfoil", "service.version": readBuild().version, "service.instance.id": instanceId };
  return resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] }));
}

/** Logs the first of several failures in a row: OpenTelemetry itself keeps silent. */
export function logFailures<Item>(signal: Signal, exporter: Exporter<Item>, log: Warn): Required<Exporter<Item>> {
  let isFailing = false;
  return {
    export: (items, done) =>
      exporter.export(items, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isFailing) log.warn({ cause: result.error }, `${names[signal]} cannot be sent`);
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Sends what was not sent yet, within 2 s: the end of the process waits for it. */
export async function sendLast(signal: Signal, sending: Promise<void>, log: Warn): Promise<void> {
  const { state } = await withTimeout(sendLastMs, sending);
  if (state === "running") log.warn({ sendLastMs }, `The last ${names[signal].toLowerCase()} could not be sent in time`);
}
