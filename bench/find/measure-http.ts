import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#lib/store/embedded/free-port.ts";
import { ensureBuilt } from "#scripts/support/build-app.ts";
import { startApp } from "../support/app-process.ts";
import type { OwnRun } from "../support/own-run.ts";
import { toPercentiles } from "../support/percentiles.ts";
import type { BenchDesk } from "./bench-desk.ts";
import { benchEnvironment } from "./fill-ledger.ts";
import { sampleIdentifiers } from "./samples.ts";

const finds = 400;
const startWithinMs = 120_000;

/** One request after another over a kept connection, as a person signed in; the smallest handler in turn. */
export async function measureHttp(run: OwnRun, desk: BenchDesk) {
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
  const cookie = await signIn(origin, path.join(folder, "sign-in.json"));
  const get = async (address: string) => {
    const startedAt = performance.now();
    const answer = await fetch(`${origin}${address}`, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return performance.now() - startedAt;
  };
  const [find, empty] = [[] as number[], [] as number[]];
  for (const [at, q] of (await sampleIdentifiers(desk.runtime.store.pool, finds)).entries()) {
    const findMs = await get(`/api/${benchEnvironment}/find?q=${encodeURIComponent(q)}`);
    const emptyMs = await get("/api/health");
    if (at < 40) continue;
    find.push(findMs);
    empty.push(emptyMs);
  }
  return { find: toPercentiles(find), empty: toPercentiles(empty) };
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
