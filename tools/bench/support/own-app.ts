import { mkdir } from "node:fs/promises";
import path from "node:path";
import { ensureBuilt } from "#scripts/support/build-app.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { startApp } from "./app-process.ts";
import type { OwnRun } from "./own-run.ts";
import { signInAsAdmin, untilReady } from "./ready-app.ts";

export type OwnApp = {
  origin: string;
  /** Session cookie of the seeded administrator. */
  cookie: string;
  dataDir: string;
};

/** Enough for every page to show something, and a faster start. */
export const smallSandbox = { SANDBOX_TRANSACTIONS: "2000" };

/** What `npm start` gives a new user, database included, on a port of its own, until the run ends. */
export async function startOwnApp(run: OwnRun, env: Record<string, string> = {}): Promise<OwnApp> {
  await ensureBuilt();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const dataDir = path.join(run.folder, "desk");
  await mkdir(dataDir, { mode: 0o711 });
  const app = startApp({
    program: "scripts/start.ts",
    env: { PORT: String(port), HOST: "127.0.0.1", PUBLIC_ORIGIN: origin, DATA_DIR: dataDir, ...env },
    logFile: path.join(dataDir, "log"),
  });
  run.defer(() => {
    app.kill("SIGTERM");
    return app.ended;
  });
  await untilReady(origin, app);
  return { origin, cookie: await signInAsAdmin(origin, dataDir), dataDir };
}
