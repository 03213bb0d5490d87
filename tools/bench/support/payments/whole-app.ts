import { readFile } from "node:fs/promises";
import path from "node:path";
import { openStore } from "#lib/db/connection/open-store.ts";
import { migrateStore } from "#lib/db/migrate/migrate-store.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { connectDemo } from "./connect-demo.ts";
import type { FaultyGateway } from "./faulty-gateway.ts";
import { type KillableApp, startKillableApp } from "./killable-app.ts";

type Options = { folder: string; databaseUrl: string; gateway: FaultyGateway };

/** `npm start` with its usual timeouts, connected to the gateway, and a client of its API with a session. */
export async function startWholeApp({ folder, databaseUrl, gateway }: Options): Promise<KillableApp> {
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    PUBLIC_ORIGIN: base,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    SANDBOX: "on",
    SANDBOX_LIVE: "off",
    SANDBOX_HISTORY: "off",
    SANDBOX_TRANSACTIONS: "0",
    GATEWAY_HOSTS: new URL(gateway.url).host,
  };
  const store = openStore({ url: databaseUrl, connectionsMax: 2 });
  await migrateStore(store);
  await connectDemo(store, env, gateway.connectFile).finally(() => store.close());
  let cookie: string | undefined;
  const probe = async () => {
    const ready = await fetch(`${base}/api/ready`);
    if (!ready.ok) throw new Error(`/api/ready answered ${ready.status}.`);
    cookie ??= await signIn(base, folder);
    return { base, headers: { cookie, origin: base } };
  };
  const logFile = path.join(folder, "desk.log");
  return startKillableApp({ program: "scripts/start.ts", env, logFile, probe, startWithinMs: 120_000 });
}

async function signIn(base: string, folder: string): Promise<string> {
  const { staff } = JSON.parse(await readFile(path.join(folder, "sign-in.json"), "utf8"));
  const { email, password } = staff.find((item: { role: string }) => item.role === "admin");
  const response = await fetch(`${base}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: base },
    body: JSON.stringify({ email, password }),
  });
  const [pair] = response.headers.getSetCookie().map((item) => item.split(";")[0]);
  if (!response.ok || !pair) throw new Error(`Signing in answered ${response.status}.`);
  return pair;
}
