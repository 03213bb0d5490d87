import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { stopServer } from "#lib/http/stop-server.ts";
import { notifySupervisor } from "#lib/http/supervisor.ts";
import type { Log } from "#lib/services/log.ts";
import type { Probes } from "./probes.ts";
import type { Settings } from "./settings/settings.ts";

type Stopping = {
  servers: readonly Server[];
  probes: Pick<Probes, "startDraining">;
  settings: Pick<Settings, "drainSeconds">;
  log: Log;
  /** When no new request is taken any more: ends what would keep requests open. */
  onDrained: () => void;
  /** Closes all else. */
  close: () => Promise<unknown>;
};

const finishMs = 15_000;
const closeMs = 4_000;

/** Serves on for the drain period, then completes pending requests and closes all else, within 20 s. */
export async function stopInTime({ servers, probes, settings, log, onDrained, close }: Stopping): Promise<void> {
  await drain({ probes, seconds: settings.drainSeconds, log });
  const stopped = Promise.all(servers.map((server) => stopServer(server, finishMs)));
  onDrained();
  if ((await stopped).includes(false)) log.warn({ finishMs }, "Requests that did not end in time were cut.");
  // Without a database nothing else may keep the process alive until it has stopped.
  await withTimeout(closeMs, close(), { staysAlive: true });
}

/** Serves on while readiness answers 503, so that a load balancer sends its next requests elsewhere before any is refused. */
async function drain({ probes, seconds, log }: Pick<Stopping, "probes" | "log"> & { seconds: number }): Promise<void> {
  probes.startDraining();
  await notifySupervisor("STOPPING=1");
  if (seconds === 0) return;
  log.info({ seconds }, "Not ready any more: new requests are still served before it stops");
  await wait(seconds * 1_000);
}
