import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createForwardRows } from "#lib/db/forwarding/forward-rows.ts";
import { saveForwardTarget } from "#lib/db/forwarding/forward-targets.ts";
import { forward } from "#lib/db/schema/forward.ts";
import { delivery } from "#lib/db/schema/notification.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries, rollbackEntries } from "#lib/notifications/testing/sign.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { getEndpoint } from "../endpoints/endpoints.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { listForwards } from "./list-forwards.ts";
import { replayForwards } from "./replay-forwards.ts";

let fixture: ReceiveFixture;
const woken: number[] = [];
const target = { mode: "desk_answers", url: "https://shop.eu/" } as const;
const ids: Record<string, string> = {};

/** Three orders of the cafe: A is a dead letter whose rollback was delivered, B was delivered, C waits. */
beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe", "hotel"]);
  const { db, vault } = fixture.ctx();
  await saveForwardTarget(db, vault, { endpointId: fixture.endpointId("cafe"), target, by: "test", at: new Date() });
  const rows = createForwardRows({ db, vault });
  const put = async (name: string, entries: ReturnType<typeof notifyEntries>, state?: "delivered" | "dead") => {
    const id = await fixture.receiveSigned("cafe", entries);
    ids[name] = id;
    const problem = state === "dead" ? notificationText("shop_answered", { status: 500 }) : null;
    const shopTry = { at: new Date(), status: problem ? 500 : 200, ms: 4, problem, answer: problem ? "oops 42" : "OK" };
    if (state) await rows.settle({ deliveryId: id, round: 1 }, { state }, shopTry);
  };
  await put("a", notifyEntries({ orderId: "A" }), "dead");
  await put("rollback", rollbackEntries({ orderId: "A" }), "delivered");
  await put("b", notifyEntries({ orderId: "B" }), "delivered");
  await put("c", notifyEntries({ orderId: "C" }));
});
afterAll(() => fixture.drop());

const place = () => ({ environment, merchant: "cafe", id: fixture.endpointId("cafe") }) as const;
const list = async (input: unknown, role: "viewer" | "support" = "support") =>
  listForwards(fixture.ctx({ role }), { ...place(), input });
const forwarder = { wake: () => void woken.push(1) };
const replay = (input: unknown, role: "viewer" | "support" = "support") =>
  replayForwards(fixture.ctx({ role }), { ...place(), input, forwarder });
const codeOf = (doing: Promise<unknown>) => doing.then(() => null).catch((problem: { code?: string }) => problem.code);

test("lists by state, order and time, page by page", async () => {
  const all = await list({});
  expect(all.items.map(({ id }) => id)).toEqual([ids.c, ids.b, ids.rollback, ids.a]);
  expect((await list({ state: "dead" })).items).toMatchObject([{ id: ids.a, attempts: 1, dueAt: null, orderId: "A" }]);
  expect((await list({ orderId: "A" })).items).toHaveLength(2);
  expect((await list({ notification: ids.b })).items.map(({ id }) => id)).toEqual([ids.b]);
  expect((await list({ to: "2020-01-01" })).items).toEqual([]);
  const first = await list({ limit: "3" });
  const second = await list({ limit: "3", cursor: first.nextCursor });
  expect(second.items.map(({ id }) => id)).toEqual([ids.a]);
  expect(second.nextCursor).toBeNull();
  expect(await codeOf(list({ cursor: "x" }))).toBe("invalid_input");
});

test("a card number in an order number is masked", async () => {
  const { db } = fixture.ctx();
  const change = (orderId: string) =>
    db
      .update(delivery)
      .set({ orderId })
      .where(eq(delivery.id, ids.c ?? ""));
  await change("PAN 4111 1111 1111 1111");
  expect((await list({ notification: ids.c })).items.map(({ orderId }) => orderId)).toEqual(["PAN ••••1111"]);
  await change("C");
});

test("notifications say which of them the shop did not accept, once it was asked", async () => {
  const { items } = await listNotifications(fixture.ctx(), { environment, merchant: "cafe", input: {} });
  expect(items.filter(({ undelivered }) => undelivered).map(({ id }) => id)).toEqual([ids.a]);
});

test.each([
  ["held", 0, false],
  ["refused", 1, true],
  ["pending", 1, true],
  ["delivered", 1, false],
] as const)("one that is %s after %d attempts counts as not accepted by the shop: %s", async (state, attempts, isUndelivered) => {
  const { db } = fixture.ctx();
  const change = (values: Partial<typeof forward.$inferInsert>) =>
    db
      .update(forward)
      .set(values)
      .where(eq(forward.deliveryId, ids.c ?? ""));
  const asked = {
    at: "2026-03-04T11:20:05Z",
    status: 500,
    ms: 4,
    problem: notificationText("shop_answered", { status: 500 }),
    answer: "",
  };
  await change({ state, attempts, tries: Array.from({ length: attempts }, () => asked) });
  const { items } = await listNotifications(fixture.ctx(), { environment, merchant: "cafe", input: {} });
  await change({ state: "pending", attempts: 0, tries: [] });
  expect(items.find(({ id }) => id === ids.c)?.undelivered ?? false).toBe(isUndelivered);
});

test("the shop's response is only shown to those who may read bodies", async () => {
  const tryOf = async (role: "viewer" | "support") => (await list({ state: "dead" }, role)).items[0]?.tries[0];
  expect(await tryOf("support")).toMatchObject({ status: 500, answer: "oops 42" });
  expect(await tryOf("viewer")).toMatchObject({ status: 500, answer: null });
});

// Attack: a customer's name and address in a shop's answer, read off a shared screen.
test("nobody sees the shop's response during a presentation, neither in the list nor on the endpoint", async () => {
  const ctx = fixture.ctx({ isPresenting: true });
  const { items } = await listForwards(ctx, { ...place(), input: { state: "dead" } });
  expect(items.map(({ tries }) => tries)).toMatchObject([[{ status: 500, answer: null }]]);
  const endpoint = await getEndpoint(ctx, place());
  expect(endpoint.forwarding.lastTry).toMatchObject({ ms: 4, answer: null });
});

test("another merchant's endpoint is not found, and a viewer replays nothing", async () => {
  expect(await codeOf(listForwards(fixture.ctx(), { ...place(), merchant: "hotel", input: {} }))).toBe("not_found");
  expect(await codeOf(replay({ state: "dead" }, "viewer"))).toBe("forbidden");
});

test("a replay returns its count first, refuses a different count, and then sends, with an audit row", async () => {
  const wish = { state: "dead" } as const;
  expect(await replay(wish)).toEqual({ count: 2, followers: 1, skipped: 0, isSent: false });
  expect(await codeOf(replay({ ...wish, expectedCount: 1 }))).toBe("conflict");
  expect((await list({ state: "dead" })).items).toHaveLength(1);
  expect(await replay({ ...wish, expectedCount: 2 })).toEqual({ count: 2, followers: 1, skipped: 0, isSent: true });
  expect(woken).toHaveLength(1);
  expect((await list({ state: "pending" })).items.map(({ id }) => id)).toEqual([ids.c, ids.rollback, ids.a]);
  const rows = await readAudit(fixture.ctx());
  expect(rows.filter(({ act }) => act === "forward.replayed").map(({ detail }) => detail)).toEqual([{ state: "dead", count: 2 }]);
});

test("payments that the shop rejected are counted apart, and a replay of them alone is refused", async () => {
  const { db } = fixture.ctx();
  const change = async (state: "refused" | "delivered", answerStatus: number) => {
    await db
      .update(forward)
      .set({ state })
      .where(eq(forward.deliveryId, ids.b ?? ""));
    await db
      .update(delivery)
      .set({ answerStatus })
      .where(eq(delivery.id, ids.b ?? ""));
  };
  await change("refused", 503);
  expect(await replay({ ids: [ids.b] })).toEqual({ count: 0, followers: 0, skipped: 1, isSent: false });
  expect(await codeOf(replay({ ids: [ids.b], expectedCount: 1 }))).toBe("conflict");
  expect((await list({ state: "refused" })).items.map(({ id }) => id)).toEqual([ids.b]);
  await change("delivered", 200);
});

test("an endpoint whose stored shop URL can't be read is shown without it, so that it can be entered again", async () => {
  const { db, vault } = fixture.ctx();
  await db.execute(sql`update forward_target set sealed_url = set_bit(sealed_url, 660, 1 - get_bit(sealed_url, 660))`);
  expect((await getEndpoint(fixture.ctx(), place())).forwarding).toMatchObject({ mode: "desk_answers", url: null });
  await saveForwardTarget(db, vault, { endpointId: fixture.endpointId("cafe"), target, by: "test", at: new Date() });
  expect((await getEndpoint(fixture.ctx(), place())).forwarding).toMatchObject({ mode: "desk_answers", url: target.url });
});

test("one is replayed by its id; those already waiting are not counted", async () => {
  expect(await replay({ ids: [ids.b] })).toEqual({ count: 1, followers: 0, skipped: 0, isSent: false });
  expect(await replay({ ids: [ids.c] })).toEqual({ count: 0, followers: 0, skipped: 0, isSent: false });
  expect(await codeOf(replay({ ids: ["nonsense"] }))).toBe("invalid_input");
  expect((await fixture.store.db.select().from(delivery)).length).toBe(4);
});
