import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { ensureEndpoint } from "#lib/db/testing/ensure-endpoint.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import type { NotifyHandler } from "../runtime.ts";
import { type DatabaseProxy, openDatabaseProxy } from "../testing/database-proxy.ts";
import { createNotifyHandler } from "./notify-handler.ts";

const signer = createSigner(randomUUID());
const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const log = { info: () => {}, warn: () => {}, error: () => {} };

let store: TestStore;
let proxy: DatabaseProxy;
let dataDir: string;
let endpointId: string;

beforeAll(async () => {
  store = await createTestStore();
  proxy = await openDatabaseProxy(store.url);
  dataDir = await mkdtemp(path.join(tmpdir(), "counterfoil-notify-"));
  const secrets = { clientId: "cli_x", clientSecret: "sec_x", by: "test" };
  const sid = "000000000000010";
  const { id: merchantId } = await saveMerchant(store.db, vault, {
    environment: "sandbox",
    slug: "cafe",
    name: "Cafe",
    sid,
    ...secrets,
  });
  const certificates = [signer.publicKeyPem];
  endpointId = (await ensureEndpoint(store.db, { environment: "sandbox", merchantId, sid, certificates, by: "test" })).endpoint
    .id;
});
afterAll(async () => {
  await proxy.close();
  await store.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function openEntryPoint() {
  const metrics = createMetrics();
  const handler = createNotifyHandler({ databaseUrl: proxy.url, dataDir, vault, clock: systemClock, log, metrics });
  // The endpoint and its keys are in memory from here on.
  expect(await send(handler, "FIRST")).toBe("200 OK");
  return { handler, metrics };
}

async function send(handler: NotifyHandler, orderId: string): Promise<string> {
  const request = new Request(`http://desk.example/api/notify/${endpointId}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: signedBody(notifyEntries({ orderId, trnref: orderId }), signer),
  });
  const answer = await handler.handleFetch(request);
  return `${answer.status} ${await answer.text()}`;
}

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(3, "0")}`);
const waiting = () => readdir(path.join(dataDir, "notify-spool"));

async function spooled(metrics: Metrics, outcome: string): Promise<number> {
  const { text } = await metrics.render();
  return Number(new RegExp(`counterfoil_notifications_spooled_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}

async function kept(prefix: string): Promise<[string, number][]> {
  const { rows } = await store.pool.query("select order_id, seen from delivery where order_id like $1 order by order_id", [
    `${prefix}-%`,
  ]);
  return rows.map(({ order_id, seen }) => [order_id, seen]);
}

test("while the database is away every genuine notification gets OK at once, and is stored once when it is back", {
  meta: { slow: "Sends a hundred notifications over two seconds of outage." },
}, async () => {
  const { handler, metrics } = await openEntryPoint();
  handler.start();
  proxy.cut();
  const answers: Promise<string>[] = [];
  for (const name of names("AWAY", 100)) {
    answers.push(send(handler, name));
    await wait(20);
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set(["200 OK"]));
  expect(await kept("AWAY")).toEqual([]);
  proxy.restore();
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(await kept("AWAY")).toEqual(names("AWAY", 100).map((name) => [name, 1]));
  await eventually(async () => {
    const [wentIn, cameOut] = await Promise.all([spooled(metrics, "kept"), spooled(metrics, "drained")]);
    expect(wentIn).toBeGreaterThanOrEqual(100);
    // A delivery that was being written when its file was claimed is in the next file as well.
    expect(cameOut).toBeGreaterThanOrEqual(wentIn);
  });
  await handler.close();
});

test("a database that hangs delays the response but loses no payment; the spool survives a restart", {
  meta: { slow: "Waits for the time that the database is given." },
}, async () => {
  const { handler } = await openEntryPoint();
  proxy.hang();
  const answers = await Promise.all(names("HANG", 20).map((name) => send(handler, name)));
  expect(new Set(answers)).toEqual(new Set(["200 OK"]));
  expect(await waiting()).not.toEqual([]);
  proxy.restore();
  await handler.close();
  const next = await openEntryPoint();
  next.handler.start();
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(await kept("HANG")).toEqual(names("HANG", 20).map((name) => [name, 1]));
  await next.handler.close();
});

test("hanging connections block nothing: deliveries are in the database once new connections work", {
  meta: { slow: "Waits for the time that the database is given." },
}, async () => {
  const { handler, metrics } = await openEntryPoint();
  handler.start();
  proxy.silence();
  const answers = await Promise.all(names("SILENT", 20).map((name) => send(handler, name)));
  expect(new Set(answers)).toEqual(new Set(["200 OK"]));
  await eventually(async () => {
    expect(await send(handler, "PROBE")).toBe("200 OK");
    expect([await waiting(), (await kept("SILENT")).length]).toEqual([[], 20]);
  });
  // Stored in the database directly again, without the spool.
  const before = await spooled(metrics, "kept");
  expect(await send(handler, "SILENT-AFTER")).toBe("200 OK");
  expect(await spooled(metrics, "kept")).toBe(before);
  await handler.close();
});

test("unreadable content of the spool is saved, counted and shown", async () => {
  const { handler, metrics } = await openEntryPoint();
  await mkdir(path.join(dataDir, "notify-spool"), { recursive: true });
  await writeFile(path.join(dataDir, "notify-spool", "1-1-ab.spool"), "nothing of ours");
  handler.start();
  await eventually(() => expect(handler.spoolSize()).toEqual({ bytes: 15, setAside: 15 }));
  expect(await spooled(metrics, "set_aside")).toBe(1);
  expect((await metrics.render()).text).toContain("counterfoil_notify_spool_set_aside_bytes 15");
  await handler.close();
  await rm(path.join(dataDir, "notify-spool"), { recursive: true });
});

test("without disk space either it is 503, and nothing is stored", async () => {
  const metrics = createMetrics();
  const noFolder = path.join(dataDir, "a-file");
  await writeFile(noFolder, "");
  const handler = createNotifyHandler({ databaseUrl: proxy.url, dataDir: noFolder, vault, clock: systemClock, log, metrics });
  expect(await send(handler, "FIRST")).toBe("200 OK");
  proxy.cut();
  expect(await send(handler, "NOWHERE-1")).toMatch(/^503/);
  proxy.restore();
  expect(await spooled(metrics, "refused")).toBe(1);
  expect(await kept("NOWHERE")).toEqual([]);
  await handler.close();
});
