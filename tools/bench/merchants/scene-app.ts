import { mkdir } from "node:fs/promises";
import path from "node:path";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { type AppProcess, startApp } from "../support/app-process.ts";
import type { OwnRun } from "../support/own-run.ts";
import { signInAsAdmin, untilReady } from "../support/ready-app.ts";
import { deadHost, type Scene } from "./scene.ts";

export type SceneApp = { origin: string; dataDir: string; cookie: string; app: AppProcess; stop(): Promise<void> };

type Options = {
  name?: string;
  program?: "scripts/start.ts" | "scripts/receiver.ts";
  nodeFlags?: readonly string[];
  env?: Record<string, string>;
};

/** The whole web app on the scene's database, or only the receiver, until the run ends. */
export async function startSceneApp(run: OwnRun, scene: Scene, options: Options = {}): Promise<SceneApp> {
  const { name = "app", program = "scripts/start.ts", nodeFlags = [], env = {} } = options;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const dataDir = path.join(scene.folder, name);
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const isWhole = program === "scripts/start.ts";
  const app = startApp({
    program,
    nodeFlags,
    env: {
      ...scene.keys,
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: dataDir,
      DATABASE_URL: scene.url,
      SANDBOX: isWhole ? "on" : "off",
      SANDBOX_LIVE: "off",
      SANDBOX_TRANSACTIONS: "1000",
      SANDBOX_HISTORY: "off",
      GATEWAY_HOSTS: `${scene.gateway.host},${deadHost}`,
      ...env,
    },
    logFile: path.join(dataDir, "log"),
  });
  const stop = async () => {
    app.kill("SIGTERM");
    await app.ended;
  };
  run.defer(stop);
  await untilReady(origin, app);
  return { origin, dataDir, cookie: isWhole ? await signInAsAdmin(origin, dataDir) : "", app, stop };
}
