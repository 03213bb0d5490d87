import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { listForwardRows } from "#lib/db/forwarding/forward-list.ts";
import { saveForwardTarget } from "#lib/db/forwarding/forward-targets.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { delivery } from "#lib/db/schema/notification.ts";
import { ensureEndpoint } from "#lib/db/testing/ensure-endpoint.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { answerWith, openTestMerchantServer, type TestMerchantServer } from "#lib/notifications/forwarding/testing/shop.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { NotifyHandler } from "../runtime.ts";
import { type DatabaseProxy, openDatabaseProxy } from "../testing/database-proxy.ts";
import { createForwarding, type Forwarding } from "./forwarding.ts";
import { createNotifyHandler } from "./notify-handler.ts";

const signer = createSigner();
const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const log = { info: () => {}, warn: () => {}, error: () => {} };
const sid = "000000000000010";

let store: TestStore;
let behind: Store;
let proxy: DatabaseProxy;
let shop: TestMerchantServer;
let forwarding: Forwarding;
let handler: NotifyHandler;
let server: Server;
let dataDir: string;
let merchantId: string;

beforeAll(async () => {
  [store, shop] = await Promise.all([createTestStore(), openTestMerchantServer()]);
  proxy = await openDatabaseProxy(store.url);
  behind = openStore({ url: proxy.url, connectionsMax: 4 });
  dataDir = await mkdtemp(path.join(tmpdir(), "counterfoil-away-"));
  const secrets = { clientId: "cli_x", clientSecret: "sec_x", by: "test" };
  merchantId = (await saveMerchant(store.db, vault, { environment: "sandbox", slug: "cafe", name: "Cafe", sid, ...secrets })).id;
  const settings = { publicOrigin: "http://localhost:3000", forwardHosts: [shop.host] };
  forwarding = createForwarding({ store: behind, vault, clock: systemClock, log, settings });
  const parts = { vault, clock: systemClock, log, metrics: createMetrics() };
  handler = createNotifyHandler({ databaseUrl: proxy.url, dataDir, ...parts, forwarding: forwarding.receiverPorts });
  server = createServer((request, response) => void handler.handleNode(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  handler.start();
  forwarding.start();
});
afterAll(async () => {
  proxy.restore();
  server.closeAllConnections();
  server.close();
  await forwarding.stop();
  await handler.close();
  await behind.close();
  await proxy.close();
  await Promise.all([store.drop(), shop.close(), rm(dataDir, { recursive: true, force: true })]);
});

async function open(mode: "desk_answers" | "shop_answers", suffix: string) {
  const own = `${sid.slice(0, -1)}${suffix}`;
  const wanted = { environment: "sandbox", merchantId, sid: own, certificates: [signer.publicKeyPem], by: "test" };
  const { id: endpointId } = (await ensureEndpoint(store.db, wanted)).endpoint;
  await saveForwardTarget(store.db, vault, { endpointId, target: { mode, url: shop.url }, by: "test", at: new Date() });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/notify/${endpointId}`;
  return {
    post: async (orderId: string) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const response = await fetch(address, {
        method: "POST",
        headers,
        body: signedBody(notifyEntries({ sid: own, orderId }), signer),
      });
      return `${response.status} ${await response.text()}`;
    },
    stateOf: async (orderId: string) => (await listForwardRows(store.db, { endpointId, orderId, limit: 1 }))[0]?.state,
    answerOf: async (orderId: string) =>
      (await store.db.select().from(delivery)).find((row) => row.orderId === orderId)?.answerStatus,
  };
}

test("Counterfoil confirms: notifications received while the database was away are forwarded once it is back", async () => {
  const place = await open("desk_answers", "1");
  expect(await place.post("BEFORE")).toBe("200 OK");
  proxy.cut();
  expect(await place.post("AWAY")).toBe("200 OK");
  proxy.restore();
  await eventually(async () => expect(await place.stateOf("AWAY")).toBe("delivered"));
});

test("shop answers: the shop is called also while the database is away, and its response is stored later", {
  meta: { slow: "Waits for the time that the database is given." },
}, async () => {
  const place = await open("shop_answers", "2");
  expect(await place.post("BEFORE-2")).toBe("200 OK");
  proxy.cut();
  expect(await place.post("TAKEN")).toBe("200 OK");
  shop.answer = answerWith(200, "sold out");
  expect(await place.post("REFUSED")).toBe("503 refused by shop");
  proxy.restore();
  await eventually(async () => {
    expect([await place.stateOf("TAKEN"), await place.answerOf("TAKEN")]).toEqual(["delivered", 200]);
    expect([await place.stateOf("REFUSED"), await place.answerOf("REFUSED")]).toEqual(["refused", 503]);
  });
});
