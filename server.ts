import { createServer } from "node:http";
import path from "node:path";
import next from "next";
import { createRuntime } from "#lib/app/create-runtime.ts";
import { openLanServer } from "#lib/app/lan/open-lan-server.ts";
import { type Runtime, runtimeKey, type WrapRecord } from "#lib/app/runtime.ts";
import type { Settings } from "#lib/app/settings/settings.ts";
import { stopInTime } from "#lib/app/stop-in-time.ts";
import { doUnlessAway } from "#lib/app/stores/open-prepared-store.ts";
import { findCompressedFiles, serveCompressed } from "#lib/http/compressed-files.ts";
import { createFrontServer } from "#lib/http/create-front-server.ts";
import { listen } from "#lib/http/listen.ts";
import { findPublicFiles } from "#lib/http/public-files.ts";
import { passedSocket } from "#lib/http/supervisor.ts";
import { answerNode } from "#lib/sandbox/serve-sandbox.ts";

export type StartServerOptions = {
  settings: Settings;
  databaseUrl: string;
  dev?: boolean;
  /** Deletes the sandbox's own rows before seeding. */
  reset?: boolean;
  /** Opens a second listener in the local network, for the sandbox's checkout only. */
  lan?: boolean;
  wrapRecord?: WrapRecord;
};

export type RunningServer = {
  runtime: Runtime;
  /**
   * Serves on for the drain period, then completes pending requests and closes open streams, then the app, within 20 s. The
   * caller closes the database.
   */
  stop(): Promise<void>;
};

/** Starts the app in one process: the runtime, Next, and the front server before both. Throws when any of them cannot start. */
export async function startServer({
  settings,
  databaseUrl,
  dev = false,
  reset = false,
  lan = false,
  wrapRecord,
}: StartServerOptions): Promise<RunningServer> {
  const runtime = await createRuntime(settings, { databaseUrl, wrapRecord });
  try {
    // Next's bundles have their own copy of every module; this lets them find the same runtime (lib/server/runtime.ts).
    Object.assign(globalThis, { [runtimeKey]: Promise.resolve(runtime) });
    runtime.notify.prime();
    const isStoreOpen = runtime.storeOpened === undefined;
    if (reset && isStoreOpen) await runtime.resetSandbox();
    const [app] = await Promise.all([prepareNext(settings, dev), isStoreOpen && doUnlessAway(runtime.prepare)]);
    const compressed = dev ? new Map() : findCompressedFiles(path.resolve(".next", "static"), "/_next/static");
    const { sandbox } = runtime;
    const serveNext = serveCompressed(compressed, app.getRequestHandler());
    const server = createFrontServer({
      publicOrigin: settings.publicOrigin,
      port: settings.port,
      next: (request, response) => serveNext(request, response),
      notify: (request, response, peer) => runtime.notify.handleNode(request, response, peer),
      sandbox: sandbox && ((request, response) => answerNode(sandbox.handle, request, response)),
      trustedProxies: settings.trustedProxies,
      hasAnyHostForProbes: !settings.isLocalOrigin,
      upgrade: dev ? (request, socket, head) => void app.upgrades.emit("upgrade", request, socket, head) : undefined,
      isDraining: runtime.probes.isDraining,
      publicFiles: findPublicFiles(path.resolve("public")),
      log: runtime.log,
      dev,
    });
    await listen(server, settings, passedSocket());
    const servers = lan ? [server, await openLanServer({ runtime, next: app.getRequestHandler() })] : [server];
    await runtime.begin();
    const onDrained = () => runtime.closeStreams();
    const close = () => Promise.allSettled([app.close(), runtime.close()]);
    return { runtime, stop: () => stopInTime({ ...runtime, servers, onDrained, close }) };
  } catch (error) {
    await runtime.close().catch(() => {});
    throw error;
  }
}

async function prepareNext({ host, port }: Settings, dev: boolean) {
  // Next adds an upgrade listener to the server it is given. It gets a server that never listens, so that connections
  // are upgraded only by the front server, and only in development.
  const upgrades = createServer();
  const app = next({ dev, dir: process.cwd(), hostname: host, port, httpServer: upgrades, quiet: true });
  await (dev ? app.prepare() : silently(() => app.prepare()));
  return { getRequestHandler: () => app.getRequestHandler(), close: () => app.close(), upgrades };
}

/** Next prints how long its settings took, with `quiet` too: noise for a person, and no line of a log in JSON. */
async function silently<Value>(work: () => Promise<Value>): Promise<Value> {
  const { log } = console;
  console.log = () => {};
  try {
    return await work();
  } finally {
    console.log = log;
  }
}
