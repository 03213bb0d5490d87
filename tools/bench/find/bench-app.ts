import path from "node:path";
import { ensureBuilt } from "#scripts/support/build-app.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { startApp } from "../support/app-process.ts";
import type { OwnRun } from "../support/own-run.ts";
import { signInAsAdmin, untilReady } from "../support/ready-app.ts";
import type { BenchDashboard } from "./bench-dashboard.ts";

export type BenchApp = {
  origin: string;
  /** Session cookie of the seeded administrator. */
  cookie: string;
};

/** The whole web app on the bench's database, ready, in a process that ends with the run. */
export async function startBenchApp(run: OwnRun, dashboard: BenchDashboard): Promise<BenchApp> {
  await ensureBuilt();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const folder = path.join(run.folder, `desk-${dashboard.rows}`);
  const app = startApp({
    program: "scripts/start.ts",
    env: {
      ...dashboard.keys,
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: folder,
      DATABASE_URL: dashboard.url,
      SANDBOX: "on",
      SANDBOX_LIVE: "off",
      SANDBOX_HISTORY: "off",
      GATEWAY_HOSTS: "127.0.0.1:9",
    },
    logFile: path.join(folder, "log"),
  });
  run.defer(() => {
    app.kill("SIGTERM");
    return app.ended;
  });
  await untilReady(origin, app);
  return { origin, cookie: await signInAsAdmin(origin, folder) };
}
