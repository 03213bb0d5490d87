import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Clock } from "#lib/core/clock.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { listForwardRows } from "#lib/db/forwarding/forward-list.ts";
import { replayForwards } from "#lib/db/forwarding/forward-replay.ts";
import { forward as forwardTable } from "#lib/db/schema/forward.ts";
import { createForwardFixture, type ForwardFixture } from "#lib/db/testing/forward-fixture.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { ForwardTarget } from "#lib/notifications/forwarding/ports.ts";
import { answerWith, openTestMerchantServer, type TestMerchantServer } from "#lib/notifications/forwarding/testing/shop.ts";
import type { Delivery } from "#lib/notifications/ports.ts";
import { notifyEntries, rollbackEntries } from "#lib/notifications/testing/sign.ts";
import { createLog } from "../metrics/log.ts";
import { createForwarding, type Forwarding } from "./forwarding.ts";

let store: TestStore;
let fixture: ForwardFixture;
let shop: TestMerchantServer;
const running: Forwarding[] = [];

beforeAll(async () => {
  [store, shop] = await Promise.all([createTestStore(), openTestMerchantServer()]);
  fixture = createForwardFixture(store.db);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((forwarding) => forwarding.stop()));
  shop.received.length = 0;
  shop.answer = answerWith(200, "OK");
});
afterAll(async () => {
  await Promise.all([store.drop(), shop.close()]);
});

/** Real time plus an offset that tests advance. */
function createTestClock(): Clock & { advance(ms: number): void } {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    monotonic: () => performance.now(),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
}

function open(clock: Clock = createTestClock(), forwardHosts = [shop.host]): Forwarding {
  const log = createLog({ destination: { write: () => {} } });
  const settings = { publicOrigin: "http://localhost:3000", forwardHosts };
  const forwarding = createForwarding({ store, vault: fixture.vault, clock, log, settings, limits: { pollMs: 20 } });
  running.push(forwarding);
  return forwarding;
}

async function place(mode: ForwardTarget["mode"] = "desk_answers", url = shop.url) {
  const target = { mode, url };
  const endpointId = await fixture.addEndpoint(target);
  return {
    endpointId,
    receive: (entries = notifyEntries()) => fixture.receive(endpointId, target, entries),
    rows: () => listForwardRows(store.db, { endpointId, limit: 50 }),
    states: async () => (await listForwardRows(store.db, { endpointId, limit: 50 })).map(({ state }) => state),
  };
}

test("Counterfoil confirms: the shop receives each message once, byte for byte, and it is marked as delivered", async () => {
  const { receive, rows } = await place();
  const received = await receive();
  open().start();
  await eventually(async () => expect(await rows()).toMatchObject([{ state: "delivered", attempts: 1 }]));
  expect(shop.received.map(({ body }) => body)).toEqual([received.body]);
  expect(shop.received[0]?.headers["x-counterfoil-delivery"]).toBe(received.id);
});

test("four processes forward each of forty messages once", async () => {
  const { receive, states } = await place();
  for (let index = 0; index < 40; index++) await receive(notifyEntries({ orderId: `MANY-${index}` }));
  for (let index = 0; index < 4; index++) open().start();
  await eventually(async () => expect(new Set(await states())).toEqual(new Set(["delivered"])));
  expect(shop.received).toHaveLength(40);
});

test("an unreachable shop gets a retry; after three days it is a dead letter, which a replay sends again", async () => {
  shop.answer = answerWith(503, "closed");
  const clock = createTestClock();
  const { endpointId, receive, rows } = await place();
  await receive();
  open(clock).start();
  await eventually(async () => expect(await rows()).toMatchObject([{ state: "pending", attempts: 1 }]));
  clock.advance(11_100);
  await eventually(async () => expect(await rows()).toMatchObject([{ state: "pending", attempts: 2 }]));
  clock.advance(73 * 3_600_000);
  await eventually(async () => expect(await rows()).toMatchObject([{ state: "dead", attempts: 3 }]));
  const [dead] = await rows();
  expect(dead?.tries.at(-1)).toMatchObject({ status: 503, problem: { message: "The shop answered 503." }, answer: "closed" });
  shop.answer = answerWith(200, "OK");
  await replayForwards(store.db, { endpointId, state: "dead" }, new Date(clock.now()));
  await eventually(async () => expect(await rows()).toMatchObject([{ state: "delivered", attempts: 1 }]));
  expect(new Set(shop.received.map(({ body }) => body.toString())).size).toBe(1);
});

test("one shop that hangs does not delay others", async () => {
  shop.answer = (response, { url }) => {
    if (url === "/notify") answerWith(200, "OK")(response);
  };
  const hanging = await place("desk_answers", shop.url.replace("/notify", "/hangs"));
  for (let index = 0; index < 12; index++) await hanging.receive(notifyEntries({ orderId: `HANG-${index}` }));
  const healthy = await place();
  open().start();
  await eventually(() => expect(shop.received.filter(({ url }) => url === "/hangs")).toHaveLength(4));
  await healthy.receive();
  await eventually(async () => expect(await healthy.states()).toEqual(["delivered"]));
  const hung = shop.received.filter(({ url }) => url === "/hangs");
  expect(hung).toHaveLength(4);
  await shop.close();
  shop = await openTestMerchantServer();
});

test("shop answers: its OK becomes our response and is not requested again; anything else is a final refusal", async () => {
  const { receive, rows } = await place("shop_answers");
  const received = await receive();
  const { askShop } = open().receiverPorts;
  shop.answer = answerWith(200, "out of stock");
  expect(await askShop(received)).toBe("refused");
  expect(await rows()).toMatchObject([{ state: "refused", attempts: 1 }]);
  shop.answer = answerWith(200, "OK");
  expect(await askShop(received)).toBe("ok");
  expect(await rows()).toMatchObject([{ state: "delivered", attempts: 2 }]);
  expect(await askShop(received)).toBe("ok");
  expect(shop.received).toHaveLength(2);
});

test("the shop confirms: fifty concurrent copies lead to one request; Counterfoil confirms: to none", async () => {
  const { receive } = await place("shop_answers");
  const received = await receive();
  const { askShop } = open().receiverPorts;
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => askShop(received))))).toEqual(new Set(["ok"]));
  expect(shop.received).toHaveLength(1);
  const quiet = await place();
  expect(askShop(await quiet.receive())).toBeUndefined();
});

test("shop answers: a rollback that the shop refuses is retried until it accepts", async () => {
  const clock = createTestClock();
  const { receive, rows } = await place("shop_answers");
  const received = await receive(rollbackEntries());
  const forwarding = open(clock);
  shop.answer = answerWith(500);
  expect(await forwarding.receiverPorts.askShop(received)).toBe("refused");
  expect(await rows()).toMatchObject([{ state: "pending", attempts: 1 }]);
  shop.answer = answerWith(200, "OK");
  clock.advance(11_100);
  forwarding.start();
  await eventually(async () => expect(await rows()).toMatchObject([{ state: "delivered", attempts: 2 }]));
});

test("shop answers: a message waits while another process asks the shop about an earlier one of its order", async () => {
  const { receive } = await place("shop_answers");
  const [notice, rollback] = [await receive(), await receive(rollbackEntries())];
  const accepted: Buffer[] = [];
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  shop.answer = async (response, { body }) => {
    const isFirst = body.equals(notice.body);
    if (isFirst) asked.resolve();
    if (isFirst) await held.promise;
    accepted.push(body);
    answerWith(200, "OK")(response);
    held.resolve();
  };
  const first = open().receiverPorts.askShop(notice);
  await asked.promise;
  let looks = 0;
  const monotonic = () => {
    looks += 1;
    if (looks === 3) held.resolve();
    return 0;
  };
  const second = open({ ...createTestClock(), monotonic }).receiverPorts.askShop(rollback);
  expect([await first, await second]).toEqual(["ok", "ok"]);
  expect(accepted).toEqual([notice.body, rollback.body]);
});

test("shop answers: what was confirmed before the mode changed is confirmed again, and the shop is not asked now", async () => {
  const { receive, rows } = await place("desk_answers");
  const waiting = await receive();
  const forward = { mode: "shop_answers", url: shop.url } as const;
  const asShopAnswers = (received: Delivery) => ({ ...received, endpoint: { ...received.endpoint, forward } });
  shop.answer = answerWith(500);
  const { askShop } = open().receiverPorts;
  expect(await askShop(asShopAnswers(waiting))).toBe("ok");
  expect(await rows()).toMatchObject([{ state: "pending", attempts: 0, mode: "desk_answers" }]);
  await store.db.delete(forwardTable).where(eq(forwardTable.deliveryId, waiting.id));
  expect(await askShop(asShopAnswers(waiting))).toBe("ok");
  expect(shop.received).toEqual([]);
});

test("shop answers: a payment whose process was killed is refused without another request, since the gateway got no OK", async () => {
  const clock = createTestClock();
  const { receive, rows } = await place("shop_answers");
  await receive();
  clock.advance(31_000);
  open(clock).start();
  await eventually(async () => expect(await rows()).toMatchObject([{ state: "refused" }]));
  expect(shop.received).toEqual([]);
});

test("an address that became private after it was saved gets no connection", async () => {
  const { receive, rows } = await place();
  await receive();
  open(createTestClock(), []).start();
  await eventually(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]));
  expect((await rows())[0]?.tries[0]?.problem?.message).toMatch(/private/);
  expect(shop.received).toEqual([]);
});

test("addresses are checked when staff enter them: first the format, then the resolved addresses", async () => {
  const log = createLog({ destination: { write: () => {} } });
  const resolve = async (host: string) => [{ address: host === "inside.shop.eu" ? "10.0.0.5" : "93.184.215.14", family: 4 }];
  const settings = { publicOrigin: "http://localhost:3000", forwardHosts: [] };
  const { checkTarget } = createForwarding({ store, vault: fixture.vault, clock: createTestClock(), log, settings, resolve });
  expect(await checkTarget("https://shop.eu", "production")).toEqual({ url: "https://shop.eu/" });
  expect(await checkTarget("https://inside.shop.eu/", "production")).toMatchObject({
    problem: { message: expect.stringMatching(/10\.0\.0\.5/) },
  });
  expect(await checkTarget("http://shop.eu/", "demo")).toMatchObject({
    problem: { message: expect.stringMatching(/https/) },
  });
  expect(await checkTarget("http://shop.eu/", "sandbox")).toEqual({ url: "http://shop.eu/" });
});
