import { systemClock } from "#lib/core/clock.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { createFrontServer } from "#lib/http/create-front-server.ts";
import { listen } from "#lib/http/listen.ts";
import { passedSocket } from "#lib/http/supervisor.ts";
import type { Log } from "#lib/services/log.ts";
import { createLog, thisWriter } from "./metrics/log.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { readBuild } from "./metrics/read-build.ts";
import { createReceiverProbes } from "./metrics/receiver-probes.ts";
import { createForwarding } from "./notify/forwarding.ts";
import { openJournal } from "./notify/journal.ts";
import { createNotifyHandler } from "./notify/notify-handler.ts";
import { createProbes } from "./probes.ts";
import type { WrapRecord } from "./runtime.ts";
import type { Settings } from "./settings/settings.ts";
import { stopInTime } from "./stop-in-time.ts";
import { openPreparedStore, startWhenThere } from "./stores/open-prepared-store.ts";
import { startTelemetry } from "./telemetry/start-telemetry.ts";

export type StartReceiverOptions = { settings: Settings; databaseUrl: string; wrapRecord?: WrapRecord };

export type RunningReceiver = {
  log: Log;
  /** Serves on for the drain period, then waits up to 20 s for requests in flight. The caller closes the database. */
  stop(): Promise<void>;
};

/**
 * URL_Notify without the web app: the front server and the receiver, without Next. Several may run on one
 * PostgreSQL. Throws when the port is in use, or when the database is away and this machine never used it.
 */
export async function startReceiver({ settings, databaseUrl, wrapRecord }: StartReceiverOptions): Promise<RunningReceiver> {
  const log = createLog({ level: settings.logLevel, writer: thisWriter() });
  const telemetry = await startTelemetry(log);
  const store = openStore({
    url: databaseUrl,
    directUrl: settings.databaseDirectUrl,
    connectionsMax: 10,
    applicationName: "counterfoil receiver",
  });
  let isStarted = false;
  let isClosed = false;
  try {
    const { vault, storeOpened } = await openPreparedStore({ store, settings, log });
    const metrics = createMetrics();
    metrics.watchPool("background", store.pool);
    metrics.showBuild(readBuild());
    const forwarding = createForwarding({ store, vault, clock: systemClock, log, metrics, settings });
    const journal = openJournal(settings, { vault, log, metrics });
    const notify = createNotifyHandler({
      databaseUrl,
      journal: journal?.deliveries,
      connectionsMax: settings.notifyPool,
      dataDir: settings.dataDir,
      spoolBytesMax: settings.spoolBytesMax,
      vault,
      clock: systemClock,
      log,
      metrics,
      forwarding: forwarding.receiverPorts,
      wrapRecord,
    });
    const probes = createProbes({ notify, databaseUrl, clock: systemClock, isPrepared: () => isStarted });
    const server = createFrontServer({
      publicOrigin: settings.publicOrigin,
      port: settings.port,
      next: createReceiverProbes({ settings, metrics, probes }),
      isDraining: probes.isDraining,
      notify: (request, response, peer) => notify.handleNode(request, response, peer),
      trustedProxies: settings.trustedProxies,
      hasAnyHostForProbes: !settings.isLocalOrigin,
      publicFiles: new Set(),
      log,
    });
    notify.prime();
    await listen(server, settings, passedSocket());
    const start = async () => {
      notify.start();
      journal?.start();
      forwarding.start();
      isStarted = true;
    };
    await startWhenThere({ storeOpened, start, isClosed: () => isClosed, log });
    const onDrained = () => {
      isClosed = true;
    };
    const close = async () => {
      await forwarding.stop();
      await Promise.all([notify.close(), probes.close()]);
      await journal?.close();
      await Promise.all([store.close(), telemetry.stop()]);
    };
    return { log, stop: () => stopInTime({ servers: [server], probes, settings, log, onDrained, close }) };
  } catch (error) {
    await Promise.all([store.close().catch(() => {}), telemetry.stop()]);
    throw error;
  }
}
