import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { ensureEndpoint } from "#lib/db/testing/ensure-endpoint.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { createRuntime } from "./create-runtime.ts";
import { openVault } from "./open-vault.ts";
import { loadSettings, type Settings } from "./settings/settings.ts";
import { startReceiver } from "./start-receiver.ts";
import { type DatabaseProxy, openDatabaseProxy } from "./testing/database-proxy.ts";

const signer = createSigner(randomUUID());
const sid = "000000000000010";

let store: TestStore;
let proxy: DatabaseProxy;
let dataDir: string;
let settings: Settings;
let endpointId: string;

beforeAll(async () => {
  store = await createTestStore();
  proxy = await openDatabaseProxy(store.url);
  dataDir = await mkdtemp(path.join(tmpdir(), "counterfoil-away-"));
  settings = loadSettings({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.url,
    SANDBOX: "off",
    VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    SESSION_KEYS: `k1:${"a".repeat(64)}`,
  });
  const vault = await openVault(store, settings.vaultKeys);
  const secrets = { clientId: "cli_x", clientSecret: "sec_x", by: "test" };
  const merchant = { environment: "demo", slug: "cafe", name: "Cafe", sid, ...secrets };
  const { id: merchantId } = await saveMerchant(store.db, vault, merchant);
  const wanted = { environment: "demo", merchantId, sid, certificates: [signer.publicKeyPem], by: "test" };
  endpointId = (await ensureEndpoint(store.db, wanted)).endpoint.id;
});
afterAll(async () => {
  await proxy.close();
  await store.drop();
  await rm(dataDir, { recursive: true, force: true });
});

type Running = {
  send(orderId: string): Promise<string>;
  isReady(part?: "notify"): Promise<boolean>;
  hasStarted(): Promise<boolean>;
  stop(): Promise<void>;
};

const toBody = (orderId: string) => signedBody(notifyEntries({ orderId, trnref: orderId }), signer);
const headers = { "content-type": "application/x-www-form-urlencoded" };

/** `npm run receiver`, over HTTP. */
async function startAsReceiver(): Promise<Running> {
  const receiver = await startReceiver({ settings, databaseUrl: proxy.url });
  const origin = `http://localhost:${settings.port}`;
  return {
    async send(orderId) {
      const address = `${origin}/api/notify/${endpointId}`;
      const answer = await fetch(address, { method: "POST", headers, body: toBody(orderId) });
      return `${answer.status} ${await answer.text()}`;
    },
    isReady: async (part) => (await fetch(`${origin}/api/ready${part ? `?for=${part}` : ""}`)).ok,
    hasStarted: async () => (await fetch(`${origin}/api/startup`)).ok,
    stop: receiver.stop,
  };
}

/** As the front server and the Next route start it. */
async function startAsApp(): Promise<Running> {
  const runtime = await createRuntime(settings, { databaseUrl: proxy.url });
  runtime.notify.prime();
  await runtime.begin();
  return {
    async send(orderId) {
      const address = `${settings.publicOrigin}/api/notify/${endpointId}`;
      const request = new Request(address, { method: "POST", headers, body: toBody(orderId) });
      const answer = await runtime.notify.handleFetch(request);
      return `${answer.status} ${await answer.text()}`;
    },
    isReady: runtime.probes.isReady,
    hasStarted: async () => runtime.probes.hasStarted(),
    stop: () => runtime.close(),
  };
}

async function isStored(orderId: string): Promise<boolean> {
  const { rows } = await store.pool.query("select 1 from delivery where order_id = $1", [orderId]);
  return rows.length === 1;
}

test("without the files of an earlier start a process cannot start while the database is away", async () => {
  proxy.cut();
  await expect(startReceiver({ settings, databaseUrl: proxy.url })).rejects.toThrow();
  await expect(createRuntime(settings, { databaseUrl: proxy.url })).rejects.toThrow();
  proxy.restore();
});

test.each([
  ["receiver", startAsReceiver],
  ["app", startAsApp],
])(
  "%s: started while the database is away, it responds OK and stores the delivery later",
  {
    meta: { slow: "Starts a process twice, with and without its database." },
  },
  async (name, start) => {
    const before = await start();
    expect(await before.isReady()).toBe(true);
    await eventually(async () => expect(await readdir(dataDir)).toContain("notify-endpoints"));
    await before.stop();

    proxy.cut();
    const running = await start();
    await eventually(async () => expect(await running.hasStarted()).toBe(true));
    expect([await running.isReady(), await running.isReady("notify")]).toEqual([false, true]);
    expect(await running.send(`AWAY-${name}`)).toBe("200 OK");
    expect(await isStored(`AWAY-${name}`)).toBe(false);
    proxy.restore();
    await eventually(async () => expect(await running.isReady()).toBe(true));
    await eventually(async () => expect(await isStored(`AWAY-${name}`)).toBe(true));
    await running.stop();
  },
);

test.each([
  ["is prepared", "advisory"],
  ["looks for its job queue", "pgboss.version"],
  ["creates the last of its queues", "retention.remove"],
  ["starts its event stream", "pg_current_snapshot"],
])(
  "an app whose database goes away while it %s goes on without it, and does all its work once it is back",
  {
    meta: { slow: "Starts the app while its database goes away." },
  },
  async (_, statement) => {
    const runtime = await createRuntime(settings, { databaseUrl: proxy.url });
    runtime.notify.prime();
    proxy.cutAt(statement);
    await runtime.begin();
    await eventually(async () => expect(runtime.probes.hasStarted()).toBe(true));
    expect(await runtime.probes.isReady()).toBe(false);
    const { rows: before } = await store.pool.query(
      "select max(created_on) as at from pgboss.job where name = 'payments.follow'",
    );
    proxy.restore();
    await eventually(async () => expect(await runtime.probes.isReady()).toBe(true));
    await eventually(async () => {
      const { rows } = await store.pool.query(
        "select 1 from pgboss.job where name = 'payments.follow' and state = 'completed' and created_on > coalesce($1, created_on - interval '1 s')",
        [before[0]?.at],
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    await runtime.close();
  },
);

test("a receiver that was told to stop is not ready at once, and serves until the drain period is over", {
  meta: { slow: "Waits for the drain period." },
}, async () => {
  const receiver = await startReceiver({ settings: { ...settings, drainSeconds: 1 }, databaseUrl: proxy.url });
  const origin = `http://localhost:${settings.port}`;
  await eventually(async () => expect((await fetch(`${origin}/api/ready?for=notify`)).ok).toBe(true));
  const stopped = receiver.stop();
  for (const query of ["", "?for=notify"]) {
    const ready = await fetch(`${origin}/api/ready${query}`);
    expect([ready.status, ready.headers.get("connection")]).toEqual([503, "close"]);
    expect(await ready.json()).toMatchObject({ error: { code: "shutting_down" } });
  }
  const post = { method: "POST", headers, body: toBody("DRAIN") };
  expect((await fetch(`${origin}/api/notify/${endpointId}`, post)).status).toBe(200);
  await stopped;
  await expect(fetch(`${origin}/api/health`)).rejects.toThrow();
});

test("the files for such a start are encrypted and readable for this user only", async () => {
  for (const name of ["notify-endpoints", "vault-secret"]) {
    const file = path.join(dataDir, name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file)).includes("PUBLIC KEY")).toBe(false);
  }
});
