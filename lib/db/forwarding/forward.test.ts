import { randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ForwardMode, ShopTry } from "#lib/notifications/forwarding/ports.ts";
import type { Delivery } from "#lib/notifications/ports.ts";
import { type Entry, notifyEntries, rollbackEntries } from "#lib/notifications/testing/sign.ts";
import { forward } from "../schema/forward.ts";
import { delivery, notifyEndpoint } from "../schema/notification.ts";
import { createForwardFixture, type ForwardFixture } from "../testing/forward-fixture.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { countForwards, findLastTried, listForwardRows } from "./forward-list.ts";
import { holdForwards, queueForwards } from "./forward-outbox.ts";
import { countReplay, replayForwards } from "./forward-replay.ts";
import { createForwardRows } from "./forward-rows.ts";
import { findForwardTarget, saveForwardTarget } from "./forward-targets.ts";
import { findUndelivered } from "./undelivered.ts";

let store: TestStore;
let endpointId: string;
let fixture: ForwardFixture;

beforeAll(async () => {
  store = await createTestStore();
  fixture = createForwardFixture(store.db);
});
beforeEach(async () => {
  await store.db.delete(notifyEndpoint);
  endpointId = await addEndpoint();
});
afterAll(() => store.drop());

const url = "https://shop.eu/notify";
const addEndpoint = (mode: ForwardMode = "desk_answers") => fixture.addEndpoint({ mode, url });
const receive = (entries: readonly Entry[], mode: ForwardMode = "desk_answers", at = endpointId) =>
  fixture.receive(at, { mode, url }, entries);

const rows = () => createForwardRows({ db: store.db, vault: fixture.vault });
const claim = (afterMs = 0, changes: { perEndpoint?: number; limit?: number; busy?: string[]; struggling?: string[] } = {}) =>
  rows().claim({
    now: new Date(Date.now() + 1_000 + afterMs),
    leaseMs: 30_000,
    limit: 50,
    perEndpoint: 10,
    struggling: [],
    busy: [],
    ...changes,
  });
const idsOf = (items: readonly { deliveryId: string }[]) => items.map(({ deliveryId }) => deliveryId);
const toTry = (text: string | null): ShopTry => {
  const problem = text === null ? null : { message: text, reason: "test" };
  return { at: new Date(), status: 200, ms: 3, problem, answer: "" };
};
const stateOf = async ({ id }: Delivery) => (await store.db.select().from(forward)).find((row) => row.deliveryId === id)?.state;
const settle = async ({ id }: Delivery, state: "delivered" | "refused" | "dead") => {
  const row = (await store.db.select().from(forward)).find(({ deliveryId }) => deliveryId === id);
  await rows().settle({ deliveryId: id, round: row?.round ?? 0 }, { state }, toTry(state === "dead" ? "away" : null));
};
const order = (orderId: string) => notifyEntries({ orderId });

test("each endpoint is served in turn, and a failing one gets one delivery at a time", async () => {
  const endpoints = [endpointId, await addEndpoint(), await addEndpoint()].sort();
  for (const at of endpoints) for (const name of ["A", "B", "C"]) await receive(order(name), "desk_answers", at);
  const turns = rows();
  const claimIndexes = async (changes: { struggling?: string[] } = {}) => {
    const now = new Date(Date.now() + 1_000);
    const due = await turns.claim({ now, leaseMs: 30_000, limit: 2, perEndpoint: 2, struggling: [], busy: [], ...changes });
    return due.map((item) => endpoints.indexOf(item.endpointId)).sort();
  };
  expect([await claimIndexes(), await claimIndexes(), await claimIndexes()]).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
  expect([await claimIndexes(), await claimIndexes()]).toEqual([[0, 1], [2]]);
  await store.db.update(forward).set({ dueAt: new Date() });
  expect(await claimIndexes({ struggling: endpoints })).toEqual([0, 1]);
});

test("a due delivery is claimed once, with the bytes as received, and again after its lease expired", async () => {
  const received = await receive(order("A"));
  const [first] = await claim();
  expect(first).toMatchObject({ deliveryId: received.id, attempt: 1, mode: "desk_answers", method: "IPCPurchaseNotify", url });
  expect(Buffer.from(first?.body ?? []).equals(received.body)).toBe(true);
  expect(await claim()).toEqual([]);
  expect(idsOf(await claim(31_000))).toEqual([received.id]);
});

test("twenty concurrent processes claim each delivery once", async () => {
  const received = await Promise.all(Array.from({ length: 30 }, (_, index) => receive(order(`ORDER-${index}`))));
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim(0, { perEndpoint: 3 })));
  const ids = claims.flatMap(idsOf);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(3);
  expect(ids.every((id) => received.some((delivery) => delivery.id === id))).toBe(true);
});

test("an order's messages are sent in sequence: a rollback waits for its notification", async () => {
  const notice = await receive(order("A"));
  const rollback = await receive(rollbackEntries({ orderId: "A" }));
  const other = await receive(order("B"));
  expect(idsOf(await claim()).toSorted()).toEqual([notice.id, other.id].toSorted());
  await settle(notice, "dead");
  expect(idsOf(await claim())).toEqual([rollback.id]);
});

test("an endpoint gets only its share, a busy one nothing, and one without a target waits", async () => {
  for (const name of ["A", "B", "C"]) await receive(order(name));
  const elsewhere = await addEndpoint();
  const otherEndpoint = await receive(order("A"), "desk_answers", elsewhere);
  expect(idsOf(await claim(0, { busy: [endpointId] }))).toEqual([otherEndpoint.id]);
  expect(await claim(0, { perEndpoint: 2 })).toHaveLength(2);
  await saveForwardTarget(store.db, fixture.vault, { endpointId, target: null, by: "test", at: new Date() });
  expect(await claim()).toEqual([]);
  expect(await findForwardTarget(store.db, fixture.vault, endpointId)).toBeUndefined();
});

test("a repeated notification is unchanged; a repeated rollback is sent again, after later messages", async () => {
  const first = await receive(order("A"));
  const rollback = await receive(rollbackEntries({ orderId: "A" }));
  await settle(first, "delivered");
  await settle(rollback, "delivered");
  const second = await receive(notifyEntries({ orderId: "A", trnref: "410228" }));
  await store.db.transaction((tx) => queueForwards(tx, [first, rollback, rollback]));
  expect([await stateOf(first), await stateOf(rollback)]).toEqual(["delivered", "pending"]);
  const known = await listForwardRows(store.db, { endpointId, limit: 5 });
  expect(known.filter(({ settledAt }) => settledAt === null).map(({ deliveryId }) => deliveryId)).toEqual([
    rollback.id,
    second.id,
  ]);
  expect(idsOf(await claim())).toEqual([second.id]);
  await settle(second, "delivered");
  expect(idsOf(await claim())).toEqual([rollback.id]);
});

const queueAgain = (received: Delivery, mode: ForwardMode, status: number) =>
  store.db.transaction((tx) => {
    const answer = { ...received.answer, status };
    return queueForwards(tx, [{ ...received, endpoint: { ...received.endpoint, forward: { mode, url } }, answer }]);
  });

test("what the shop refused is sent once the gateway got OK for it, when Counterfoil confirms", async () => {
  const received = await receive(order("A"), "shop_answers");
  await settle(received, "refused");
  await queueAgain(received, "shop_answers", 503);
  expect(await stateOf(received)).toBe("refused");
  await queueAgain(received, "desk_answers", 200);
  expect(await claim()).toMatchObject([{ deliveryId: received.id, mode: "desk_answers", attempt: 1 }]);
});

test("under shop answers an OK that is stored with the gateway's answer counts, also where nobody noted the attempt in time", async () => {
  const received = await receive(order("A"), "shop_answers");
  const late = await receive(order("B"), "shop_answers");
  await settle(late, "refused");
  await queueAgain(received, "shop_answers", 200);
  await queueAgain(late, "shop_answers", 200);
  expect([await stateOf(received), await stateOf(late)]).toEqual(["delivered", "delivered"]);
  await rows().settle({ deliveryId: received.id, round: 1 }, { state: "refused" }, toTry("too late"));
  expect(await stateOf(received)).toBe("delivered");
  await settle(received, "delivered");
  const known = await listForwardRows(store.db, { endpointId, orderId: "A", limit: 1 });
  expect(known).toMatchObject([{ state: "delivered", attempts: 1, tries: [{ status: 200, ms: 3 }] }]);
});

test("an attempt of an earlier round changes nothing", async () => {
  const rollback = await receive(rollbackEntries());
  const [item] = await claim();
  await store.db.transaction((tx) => queueForwards(tx, [rollback]));
  await rows().settle(item ?? { deliveryId: "", round: 0 }, { state: "delivered" }, toTry(null));
  expect(await stateOf(rollback)).toBe("pending");
});

test("under shop answers a delivery is due only when the sending process must be dead; that process finds it by its bytes", async () => {
  await saveForwardTarget(store.db, fixture.vault, {
    endpointId,
    target: { mode: "shop_answers", url },
    by: "test",
    at: new Date(),
  });
  const received = await receive(order("A"), "shop_answers");
  expect(await claim()).toEqual([]);
  const asked = await rows().findAsked({ endpointId, ...received });
  expect(asked).toMatchObject({ deliveryId: received.id, round: 1, attempts: 0, isDelivered: false });
  expect(await rows().findAsked({ endpointId, ...received, signedHash: randomBytes(32) })).toBeUndefined();
  expect(await rows().findAsked({ endpointId, ...received, eventHash: randomBytes(32) })).toBe("not_acting");
  expect(await claim(31_000)).toMatchObject([{ deliveryId: received.id, mode: "shop_answers" }]);
});

test("under shop answers a message is behind while an earlier one of its order is pending, which can be hurried", async () => {
  const notice = await receive(order("A"), "shop_answers");
  const rollback = await receive(rollbackEntries({ orderId: "A" }), "shop_answers");
  await receive(rollbackEntries({ orderId: "B" }), "shop_answers");
  const asked = async (received: Delivery) => {
    const found = await rows().findAsked({ endpointId, ...received });
    return typeof found === "object" ? found : { deliveryId: "", round: 0, isBehind: null };
  };
  expect([(await asked(notice)).isBehind, (await asked(rollback)).isBehind]).toEqual([false, true]);
  const dueIn = async (ms: number) => {
    await store.db.update(forward).set({ dueAt: new Date(Date.now() + ms) });
    await rows().hurryEarlier(await asked(rollback));
  };
  // It may be on its way to the shop: a second sender could let it arrive after what follows it.
  await dueIn(30_000);
  expect(await claim()).toEqual([]);
  await dueIn(3_600_000);
  expect(idsOf(await claim())).toEqual([notice.id]);
  await settle(notice, "delivered");
  expect((await asked(rollback)).isBehind).toBe(false);
});

test.each([
  ["half of an emoji", "\ud83d"],
  ["a NUL", "a\u0000b"],
])("an attempt is written down also when the shop's answer holds %s", async (_, answer) => {
  const received = await receive(order("A"));
  const ref = { deliveryId: received.id, round: 1 };
  const verdict = { state: "pending", dueAt: new Date() } as const;
  await rows().settle(ref, verdict, { ...toTry("500"), answer: `sorry ${answer}` });
  await rows().settle(ref, verdict, { ...toTry("500"), answer: "sorry" });
  const [stored] = await listForwardRows(store.db, { endpointId, limit: 1 });
  expect(stored).toMatchObject({ attempts: 2, tries: [{ status: 200, answer: null }, { answer: "sorry" }] });
});

test("what the shop took is delivered when the journal's OK is played in over an attempt that the backup left open", async () => {
  const received = await receive(order("A"), "shop_answers");
  const answer = { ...received.answer, status: 200 };
  await store.db.transaction((tx) => holdForwards(tx, [{ ...received, answer }]));
  expect(await stateOf(received)).toBe("delivered");
  expect(await claim(31_000)).toEqual([]);
});

test("the first attempt and the last nineteen are stored in order, with counts and the last response", async () => {
  const received = await receive(order("A"));
  for (let index = 0; index < 23; index++) {
    const verdict = index < 22 ? ({ state: "pending", dueAt: new Date() } as const) : ({ state: "dead" } as const);
    await rows().settle({ deliveryId: received.id, round: 1 }, verdict, toTry(`try ${index}`));
  }
  await receive(order("B"));
  expect(await countForwards(store.db, endpointId)).toEqual({ pending: 1, refused: 0, dead: 1 });
  const last = await findLastTried(store.db, endpointId);
  expect(last?.attempts).toBe(23);
  expect(last?.tries.map(({ problem }) => problem?.message)).toEqual([
    "try 0",
    ...Array.from({ length: 19 }, (_, index) => `try ${index + 4}`),
  ]);
  const dead = await listForwardRows(store.db, { endpointId, state: "dead", limit: 5 });
  expect(dead.map(({ orderId }) => orderId)).toEqual(["A"]);
});

test("a replay counts what it sends, and resends later messages of the same orders, in order", async () => {
  const notice = await receive(order("A"));
  const rollback = await receive(rollbackEntries({ orderId: "A" }));
  const other = await receive(order("B"));
  await settle(notice, "dead");
  await settle(rollback, "delivered");
  await settle(other, "delivered");
  const filter = { endpointId, state: "dead" } as const;
  expect(await countReplay(store.db, filter)).toEqual({ matched: 1, followers: 1, skipped: 0 });
  await replayForwards(store.db, filter, new Date());
  expect(await Promise.all([notice, rollback, other].map(stateOf))).toEqual(["pending", "pending", "delivered"]);
  expect(idsOf(await claim())).toEqual([notice.id]);
  await settle(notice, "delivered");
  expect(idsOf(await claim())).toEqual([rollback.id]);
  expect(await countReplay(store.db, { endpointId, ids: [randomUUID()] })).toEqual({ matched: 0, followers: 0, skipped: 0 });
});

const replay = (...deliveries: Delivery[]) =>
  replayForwards(store.db, { endpointId, ids: deliveries.map(({ id }) => id) }, new Date());
const undelivered = async (...deliveries: Delivery[]) => {
  const found = await findUndelivered(
    store.db,
    deliveries.map(({ id }) => id),
  );
  return deliveries.map(({ id }) => found.has(id));
};
const failOnce = async ({ id }: Delivery) => {
  const [row] = await store.db.select().from(forward).where(eq(forward.deliveryId, id));
  await rows().settle(
    { deliveryId: id, round: row?.round ?? 0 },
    { state: "pending", dueAt: new Date() },
    toTry("409 duplicate order"),
  );
};

test("a payment that the shop accepted stays delivered, however often it rejects a resend of it", async () => {
  const received = await receive(order("A"));
  await failOnce(received);
  await settle(received, "delivered");
  await replay(received);
  for (let count = 0; count < 25; count++) await failOnce(received);
  expect(await undelivered(received)).toEqual([false]);
  await settle(received, "dead");
  expect([await stateOf(received), ...(await undelivered(received))]).toEqual(["delivered", false]);
});

test("a payment that the shop never accepted is undelivered until it does, also while its resend waits", async () => {
  const received = await receive(order("A"));
  expect(await undelivered(received)).toEqual([false]);
  await failOnce(received);
  expect(await undelivered(received)).toEqual([true]);
  await settle(received, "dead");
  await replay(received);
  expect(await undelivered(received)).toEqual([true]);
  await settle(received, "delivered");
  expect(await undelivered(received)).toEqual([false]);
});

test("a Rollback that reverses another attempt is a dead letter when the shop accepted only the first one", async () => {
  const rollback = await receive(rollbackEntries({ orderId: "A" }));
  await settle(rollback, "delivered");
  await store.db.transaction((tx) => queueForwards(tx, [rollback]));
  expect(await undelivered(rollback)).toEqual([false]);
  await failOnce(rollback);
  expect(await undelivered(rollback)).toEqual([true]);
  await settle(rollback, "dead");
  expect([await stateOf(rollback), ...(await undelivered(rollback))]).toEqual(["dead", true]);
});

test("a replay leaves out later payments of its orders that the shop refused: the gateway reversed them", async () => {
  const notice = await receive(order("A"));
  const refused = await receive(notifyEntries({ orderId: "A", trnref: "410228" }), "shop_answers");
  const rollback = await receive(rollbackEntries({ orderId: "A" }), "shop_answers");
  await settle(notice, "dead");
  await settle(refused, "refused");
  await settle(rollback, "delivered");
  const filter = { endpointId, state: "dead" } as const;
  expect(await countReplay(store.db, filter)).toEqual({ matched: 1, followers: 1, skipped: 0 });
  await replayForwards(store.db, filter, new Date());
  expect(await Promise.all([notice, refused, rollback].map(stateOf))).toEqual(["pending", "refused", "pending"]);
});

test("a replay leaves out a payment that the shop is being asked about: the gateway may be told that it was refused", async () => {
  const first = await receive(order("A"));
  const asked = await receive(notifyEntries({ orderId: "A", trnref: "410228" }), "shop_answers");
  await settle(first, "delivered");
  const filter = { endpointId, ids: [first.id] };
  expect(await countReplay(store.db, filter)).toEqual({ matched: 1, followers: 0, skipped: 0 });
  await replayForwards(store.db, filter, new Date());
  await rows().settle({ deliveryId: asked.id, round: 1 }, { state: "refused" }, toTry("sold out"));
  expect(await stateOf(asked)).toBe("refused");
  expect(idsOf(await claim())).toEqual([first.id]);
  await settle(first, "delivered");
  expect(await claim(60_000)).toEqual([]);
});

test("a replay of an order sends its Rollback again, also while the shop is being asked about it", async () => {
  const first = await receive(order("A"));
  const rollback = await receive(rollbackEntries({ orderId: "A" }), "shop_answers");
  await settle(first, "delivered");
  const filter = { endpointId, ids: [first.id] };
  expect(await countReplay(store.db, filter)).toEqual({ matched: 1, followers: 1, skipped: 0 });
  await replayForwards(store.db, filter, new Date());
  expect(idsOf(await claim())).toEqual([first.id]);
  await settle(first, "delivered");
  expect(idsOf(await claim())).toEqual([rollback.id]);
});

test("a payment that the shop rejected is never replayed, chosen by state or by id", async () => {
  const refused = await receive(order("A"), "shop_answers");
  await settle(refused, "refused");
  for (const filter of [{ endpointId, state: "refused" } as const, { endpointId, ids: [refused.id] }]) {
    expect(await countReplay(store.db, filter)).toEqual({ matched: 0, followers: 0, skipped: 1 });
    await replayForwards(store.db, filter, new Date());
    expect(await stateOf(refused)).toBe("refused");
  }
});

test("one that the gateway was told OK about since, and a Rollback, are replayed however the shop answered them", async () => {
  const refused = await receive(order("A"), "shop_answers");
  const rollback = await receive(rollbackEntries({ orderId: "A" }), "shop_answers");
  await settle(refused, "refused");
  await settle(rollback, "refused");
  await store.db.update(delivery).set({ answerStatus: 200 }).where(eq(delivery.id, refused.id));
  expect(await countReplay(store.db, { endpointId, ids: [refused.id] })).toEqual({ matched: 1, followers: 1, skipped: 0 });
  await replayForwards(store.db, { endpointId, state: "refused" }, new Date());
  expect(await Promise.all([refused, rollback].map(stateOf))).toEqual(["pending", "pending"]);
});

test("a body that cannot be opened becomes a dead letter, and the others are sent", async () => {
  const damaged = await receive(order("DAMAGED"));
  const next = await receive(order("NEXT"));
  await store.db
    .update(delivery)
    .set({ body: Buffer.alloc(64) })
    .where(eq(delivery.id, damaged.id));
  expect(idsOf(await claim())).toEqual([next.id]);
  expect(await stateOf(damaged)).toBe("dead");
});

test("an address that was changed in the database is not used", async () => {
  await store.db.execute(sql`update forward_target set sealed_url = set_bit(sealed_url, 660, 1 - get_bit(sealed_url, 660))`);
  expect(await findForwardTarget(store.db, fixture.vault, endpointId)).toEqual({ mode: "desk_answers", url: "" });
});
