import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#lib/store/embedded/free-port.ts";
import { ensureBuilt } from "#scripts/support/build-app.ts";
import { startApp } from "../support/app-process.ts";
import type { OwnRun } from "../support/own-run.ts";
import type { BenchDesk } from "./bench-desk.ts";

const startWithinMs = 120_000;

export type BenchApp = {
  origin: string;
  /** Of a session of the seeded administrator. */
  cookie: string;
};

/** The whole web app on the desk's database, ready, in a process that ends with the run. */
export async function startBenchApp(run: OwnRun, desk: BenchDesk): Promise<BenchApp> {
  await ensureBuilt();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const folder = path.join(run.folder, `desk-${desk.rows}`);
  const app = startApp({
    program: "scripts/start.ts",
    env: {
      ...desk.keys,
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: folder,
      DATABASE_URL: desk.url,
      SANDBOX: "on",
      SANDBOX_LIVE: "off",
      GATEWAY_HOSTS: "127.0.0.1:9",
    },
    logFile: path.join(folder, "log"),
  });
  run.defer(() => {
    app.kill("SIGTERM");
    return app.ended;
  });
  await untilReady(origin);
  return { origin, cookie: await signIn(origin, path.join(folder, "sign-in.json")) };
}

async function untilReady(origin: string): Promise<void> {
  const giveUpAt = performance.now() + startWithinMs;
  while (performance.now() < giveUpAt) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error(`${origin} did not become ready.`);
}

async function signIn(origin: string, file: string): Promise<string> {
  const { staff } = JSON.parse(await readFile(file, "utf8")) as { staff: { email: string; password: string; role: string }[] };
  const admin = staff.find(({ role }) => role === "admin");
  const answer = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ email: admin?.email, password: admin?.password }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}
