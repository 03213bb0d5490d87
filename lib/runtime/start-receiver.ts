import { systemClock } from "../core/clock.ts";
import type { Log } from "../services/log.ts";
import { openStore } from "../store/open-store.ts";
import { createForwarding } from "./forwarding.ts";
import { createFrontDoor } from "./front-door/create-front-door.ts";
import { listen } from "./front-door/listen.ts";
import { stopServer } from "./front-door/stop-server.ts";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { createNotifyDoor } from "./notify-door.ts";
import { openPreparedStore, startLater } from "./open-prepared-store.ts";
import { isStoreReady } from "./readiness.ts";
import { createReceiverProbes } from "./receiver-probes.ts";
import type { WrapRecord } from "./runtime.ts";
import type { Settings } from "./settings.ts";

export type StartReceiverOptions = { settings: Settings; databaseUrl: string; wrapRecord?: WrapRecord };

export type RunningReceiver = {
  log: Log;
  /** Notifications in flight are answered first, within 20 s. The database is the caller's. */
  stop(): Promise<void>;
};

const drainMs = 15_000;

/**
 * URL_Notify without the web app: the front door and the receiving function, nothing of Next. Several may run on one
 * PostgreSQL. Throws when the port is taken, or when the database is away and this machine never used it.
 */
export async function startReceiver({ settings, databaseUrl, wrapRecord }: StartReceiverOptions): Promise<RunningReceiver> {
  const log = createLog();
  const store = openStore({ url: databaseUrl, connectionsMax: 10, applicationName: "counterfoil receiver" });
  let isStarted = false;
  let isClosed = false;
  try {
    const { vault, storeOpened } = await openPreparedStore({ store, settings, log });
    const metrics = createMetrics();
    metrics.watchPool("background", store.pool);
    const forwarding = createForwarding({ store, vault, clock: systemClock, log, metrics, settings });
    const notify = createNotifyDoor({
      databaseUrl,
      connectionsMax: settings.notifyPool,
      dataDir: settings.dataDir,
      vault,
      clock: systemClock,
      log,
      metrics,
      forwarding: forwarding.door,
      wrapRecord,
    });
    const server = createFrontDoor({
      publicOrigin: settings.publicOrigin,
      port: settings.port,
      next: createReceiverProbes({ settings, metrics, isReady: async () => isStarted && isStoreReady(store, systemClock) }),
      notify: (request, response, peer) => notify.handleNode(request, response, peer),
      trustedProxies: settings.trustedProxies,
      publicFiles: new Set(),
      log,
    });
    notify.prime();
    await listen(server, settings);
    const start = async () => {
      notify.start();
      forwarding.start();
      isStarted = true;
    };
    if (storeOpened === undefined) await start();
    else void startLater({ storeOpened, start, isClosed: () => isClosed, log });
    const stop = async () => {
      isClosed = true;
      if (!(await stopServer(server, drainMs))) log.warn({ drainMs }, "Requests that did not end in time were cut.");
      await forwarding.stop();
      await notify.close();
      await store.close();
    };
    return { log, stop };
  } catch (error) {
    await store.close().catch(() => {});
    throw error;
  }
}
