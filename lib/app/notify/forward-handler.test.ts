import { randomBytes } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { countShadow, listForwardRows } from "#lib/db/forwarding/forward-list.ts";
import { saveForwardTarget } from "#lib/db/forwarding/forward-targets.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { listOrderMessages } from "#lib/db/notifications/order-deliveries.ts";
import { forward } from "#lib/db/schema/forward.ts";
import { delivery } from "#lib/db/schema/notification.ts";
import { ensureEndpoint } from "#lib/db/testing/ensure-endpoint.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { ForwardMode } from "#lib/notifications/forwarding/ports.ts";
import {
  answerWith,
  openTestMerchantServer,
  switchProtocol,
  type TestMerchantServer,
} from "#lib/notifications/forwarding/testing/shop.ts";
import { createSigner, type Entry, notifyEntries, rollbackEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { createLog } from "../metrics/log.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { NotifyHandler } from "../runtime.ts";
import { createForwarding, type Forwarding } from "./forwarding.ts";
import { createNotifyHandler } from "./notify-handler.ts";

const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const signer = createSigner();
const sid = "000000000000010";
let store: TestStore;
let shop: TestMerchantServer;
let forwarding: Forwarding;
let handler: NotifyHandler;
let server: Server;

beforeAll(async () => {
  [store, shop] = await Promise.all([createTestStore(), openTestMerchantServer()]);
  const log = createLog({ destination: { write: () => {} } });
  const settings = { publicOrigin: "http://localhost:3000", forwardHosts: [shop.host] };
  forwarding = createForwarding({ store, vault, clock: systemClock, log, settings });
  handler = createNotifyHandler({
    ...{ databaseUrl: store.url, vault, clock: systemClock, log, metrics: createMetrics() },
    forwarding: forwarding.receiverPorts,
  });
  server = createServer((request, response) => void handler.handleNode(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  forwarding.start();
});
afterEach(() => {
  shop.received.length = 0;
  shop.answer = answerWith(200, "OK");
});
afterAll(async () => {
  await forwarding.stop();
  server.closeAllConnections();
  server.close();
  await handler.close();
  await Promise.all([store.drop(), shop.close()]);
});

async function open(mode: ForwardMode | null) {
  const slug = `m-${randomBytes(4).toString("hex")}`;
  const { db } = store;
  const merchant = { environment: "sandbox", slug, name: slug, sid, clientId: slug, clientSecret: "x", by: "test" };
  const { id: merchantId } = await saveMerchant(db, vault, merchant);
  const wanted = { environment: "sandbox", merchantId, sid, certificates: [signer.publicKeyPem], by: "test" };
  const { id: endpointId } = (await ensureEndpoint(db, wanted)).endpoint;
  const target = mode && { mode, url: shop.url };
  await saveForwardTarget(db, vault, { endpointId, target, by: "test", at: new Date() });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/notify/${endpointId}`;
  return {
    endpointId,
    async post(entries: readonly Entry[], body = signedBody(entries, signer)) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const response = await fetch(address, { method: "POST", headers, body });
      return `${response.status} ${await response.text()}`;
    },
    rows: () => listForwardRows(db, { endpointId, limit: 50 }),
    /** Nothing more is sent, so that no retry reaches the shop of a later test. */
    stop: () => saveForwardTarget(db, vault, { endpointId, target: null, by: "test", at: new Date() }),
    kept: async () => (await db.select().from(delivery)).filter((row) => row.endpointId === endpointId),
  };
}

test("Counterfoil confirms: OK at once, then the shop receives the same bytes", async () => {
  const place = await open("desk_answers");
  const body = signedBody(notifyEntries(), signer);
  shop.answer = answerWith(500);
  expect(await place.post([], body)).toBe("200 OK");
  await eventually(async () => expect(await place.rows()).toMatchObject([{ state: "pending", attempts: 1 }]));
  expect(shop.received[0]?.body.toString()).toBe(body);
});

test("only valid messages with an effect are forwarded", async () => {
  const place = await open("desk_answers");
  expect(await place.post([], encodeURI("IPCmethod=IPCPurchaseNotify&SID=1"))).toMatch(/^400 /);
  expect(
    await place.post([
      ["IPCmethod", "IPCSignatureVerify"],
      ["SID", sid],
    ]),
  ).toBe("200 OK");
  expect(await place.post(notifyEntries({ orderId: "LAST" }))).toBe("200 OK");
  await eventually(async () => expect(await place.rows()).toMatchObject([{ state: "delivered", orderId: "LAST" }]));
  expect(shop.received).toHaveLength(1);
});

test("without a shop nothing is queued", async () => {
  const place = await open(null);
  expect(await place.post(notifyEntries())).toBe("200 OK");
  expect(await place.rows()).toEqual([]);
});

test.each([
  ["answers 500", answerWith(500)],
  ["says no", answerWith(200, "sold out")],
  ["is dead", (response: ServerResponse) => response.destroy()],
  ["never answers", () => {}],
])("shadow: the gateway receives OK whatever the shop does, here it %s, and nothing waits for it", async (_, answer) => {
  const place = await open("shop_shadow");
  shop.answer = answer;
  expect(await place.post(notifyEntries())).toBe("200 OK");
  expect(await place.kept()).toMatchObject([{ verdict: "valid", answerStatus: 200, answerBody: "OK", seen: 1 }]);
  // The shop is asked afterwards, by the same worker as when nobody asks it.
  await eventually(() => expect(shop.received).toHaveLength(1));
  await place.stop();
});

test("shadow: what the shop first answered is counted, and a later success changes nothing of it", async () => {
  const place = await open("shop_shadow");
  const since = new Date(0);
  const count = () => countShadow(store.db, { endpointId: place.endpointId, since });
  expect(await count()).toEqual({ asked: 0, wouldReverse: 0 });
  expect(await place.post(notifyEntries({ orderId: "GOOD" }))).toBe("200 OK");
  await eventually(async () => expect(await count()).toEqual({ asked: 1, wouldReverse: 0 }));
  shop.answer = answerWith(503, "closed");
  expect(await place.post(notifyEntries({ orderId: "BAD", trnref: "2" }))).toBe("200 OK");
  await eventually(async () => expect(await count()).toEqual({ asked: 2, wouldReverse: 1 }));
  expect(await place.rows()).toMatchObject([{ orderId: "BAD", state: "pending", mode: "shop_shadow" }, { state: "delivered" }]);
  shop.answer = answerWith(200, "OK");
  await store.db.update(forward).set({ dueAt: new Date() }).where(eq(forward.endpointId, place.endpointId));
  await eventually(async () => expect((await place.rows()).map(({ state }) => state)).toEqual(["delivered", "delivered"]));
  expect(await count()).toEqual({ asked: 2, wouldReverse: 1 });
  await place.stop();
});

test("shop answers: the gateway receives OK only after the shop responded OK, and it is logged", async () => {
  const place = await open("shop_answers");
  expect(await place.post(notifyEntries())).toBe("200 OK");
  expect(await place.rows()).toMatchObject([{ state: "delivered", attempts: 1 }]);
  expect(await place.kept()).toMatchObject([{ answerStatus: 200, answerBody: "OK", seen: 1 }]);
  expect(await place.post(notifyEntries())).toBe("200 OK");
  expect(shop.received).toHaveLength(1);
});

test("shop answers: a refusal is 503, and the shop is called again when the gateway retries", async () => {
  const place = await open("shop_answers");
  shop.answer = answerWith(200, "sold out");
  expect(await place.post(notifyEntries())).toBe("503 refused by shop");
  expect(await place.rows()).toMatchObject([{ state: "refused" }]);
  expect(await place.kept()).toMatchObject([{ verdict: "valid", answerStatus: 503, answerBody: "refused by shop" }]);
  shop.answer = answerWith(200, "OK");
  expect(await place.post(notifyEntries())).toBe("200 OK");
  expect(await place.rows()).toMatchObject([{ state: "delivered", attempts: 2 }]);
  expect(await place.kept()).toMatchObject([{ answerStatus: 200, seen: 2 }]);
});

test("shop answers: a shop that once switched to another protocol (101) is asked again when the payment is repeated", async () => {
  const place = await open("shop_answers");
  shop.answer = switchProtocol;
  const body = signedBody(notifyEntries({ orderId: "SWITCH" }), signer);
  expect(await place.post([], body)).toBe("503 refused by shop");
  expect(await place.rows()).toMatchObject([{ state: "refused", attempts: 1 }]);
  shop.answer = answerWith(200, "OK");
  expect(await place.post([], body)).toBe("200 OK");
});

test("shop answers: a refused payment that was reversed since is refused again, without calling the shop", async () => {
  const place = await open("shop_answers");
  const order = { orderId: "REVERSED-SINCE" };
  shop.answer = answerWith(200, "sold out");
  expect(await place.post(notifyEntries(order))).toBe("503 refused by shop");
  shop.answer = answerWith(200, "OK");
  expect(await place.post(rollbackEntries(order))).toBe("200 OK");
  expect(await place.post(notifyEntries(order))).toBe("503 refused by shop");
  const sent = shop.received.map(({ body }) => new URLSearchParams(body.toString()));
  expect(sent.flatMap((form) => (form.get("OrderID") === order.orderId ? [form.get("IPCmethod")] : []))).toEqual([
    "IPCPurchaseNotify",
    "IPCPurchaseRollback",
  ]);
  expect((await place.rows()).map(({ state }) => state)).toEqual(["delivered", "refused"]);
});

test("shop answers: no response within four seconds is a refusal", {
  meta: { slow: "Waits for the four seconds that a shop is given." },
}, async () => {
  const place = await open("shop_answers");
  shop.answer = () => {};
  expect(await place.post(notifyEntries())).toBe("503 refused by shop");
  expect(await place.rows()).toMatchObject([{ state: "refused" }]);
});

test("shop answers: a rollback that the shop accepted is not sent again; a refused one still reverses", async () => {
  const place = await open("shop_answers");
  expect(await place.post(rollbackEntries())).toBe("200 OK");
  expect(await place.rows()).toMatchObject([{ state: "delivered", attempts: 1 }]);
  shop.answer = answerWith(500);
  expect(await place.post(rollbackEntries({ orderId: "B" }))).toBe("503 refused by shop");
  expect((await place.rows())[0]).toMatchObject({ state: "pending", orderId: "B" });
  const messages = await listOrderMessages(store.db, { endpointId: place.endpointId, orderId: "B" });
  expect(messages.map(({ method }) => method)).toEqual(["IPCPurchaseRollback"]);
});

test("shop answers: a payment never reaches the shop before an earlier rollback of its order", async () => {
  const place = await open("shop_answers");
  const order = { orderId: "PAID-TWICE" };
  const paid = (trnref: string) => place.post(notifyEntries({ ...order, trnref }));
  const rollbackDueIn = (seconds: number) =>
    store.db
      .update(forward)
      .set({ dueAt: new Date(Date.now() + seconds * 1_000) })
      .where(and(eq(forward.endpointId, place.endpointId), eq(forward.state, "pending")));
  shop.answer = answerWith(500);
  expect(await paid("1")).toBe("503 refused by shop");
  expect(await place.post(rollbackEntries(order))).toBe("503 refused by shop");
  const accepted: string[] = [];
  shop.answer = (response, { body }) => {
    const form = new URLSearchParams(body.toString());
    if (form.get("OrderID") === order.orderId) accepted.push(`${form.get("IPCmethod")} ${form.get("IPC_Trnref")}`);
    answerWith(200, "OK")(response);
  };
  // As while a worker sends it.
  await rollbackDueIn(30);
  expect(await paid("2")).toBe("503 refused by shop");
  expect(accepted).toEqual([]);
  const refused = (await place.rows()).find(({ trnref }) => trnref === "2");
  expect(refused).toMatchObject({ state: "refused", tries: [{ status: null, problem: { reason: "shop_earlier_waits" } }] });
  // As between two attempts: now it goes first, at once.
  await rollbackDueIn(6 * 3_600);
  await eventually(async () => expect(await paid("2")).toBe("200 OK"));
  expect(accepted).toEqual(["IPCPurchaseRollback null", "IPCPurchaseNotify 2"]);
  expect((await place.rows()).map(({ state }) => state)).toEqual(["delivered", "delivered", "refused"]);
});

test.each<ForwardMode>(["desk_answers", "shop_answers"])(
  "%s: a replayed rollback reaches the shop again only while another attempt of its order is not reversed",
  async (mode) => {
    const place = await open(mode);
    const order = { orderId: "REPLAYED" };
    const heard = () =>
      shop.received
        .map(({ body }) => new URLSearchParams(body.toString()))
        .flatMap((form) => (form.get("OrderID") === order.orderId ? [form.get("IPCmethod")] : []));
    const post = async (entries: readonly Entry[]) => {
      expect(await place.post(entries)).toBe("200 OK");
      await eventually(async () => expect((await place.rows()).filter(({ state }) => state !== "delivered")).toEqual([]));
    };
    for (const _ of [1, 2, 3]) await post(rollbackEntries(order));
    expect(heard()).toEqual(["IPCPurchaseRollback"]);
    await post(notifyEntries({ ...order, trnref: "410228" }));
    for (const _ of [1, 2, 3]) await post(rollbackEntries(order));
    expect(heard()).toEqual(["IPCPurchaseRollback", "IPCPurchaseNotify", "IPCPurchaseRollback"]);
  },
);

test.each<ForwardMode>(["desk_answers", "shop_answers"])(
  "%s: a genuine body replayed in another encoding or under other names never reaches the shop",
  async (mode) => {
    const place = await open(mode);
    const body = signedBody(notifyEntries({ orderId: "ONCE" }), signer);
    const bodies = [body, body.replaceAll("%20", "+"), body.replace("RequestSTAN=", "Other="), body.replace("PAN=", "Card=")];
    for (const each of bodies) expect(await place.post([], each)).toBe("200 OK");
    await place.post(notifyEntries({ orderId: "LAST" }));
    await eventually(async () => expect((await place.rows()).map(({ state }) => state)).toEqual(["delivered", "delivered"]));
    expect(shop.received.filter(({ body: heard }) => heard.includes("OrderID=ONCE&"))).toHaveLength(1);
    expect((await place.kept()).map(({ answerStatus }) => answerStatus)).toEqual([200, 200, 200]);
  },
);
