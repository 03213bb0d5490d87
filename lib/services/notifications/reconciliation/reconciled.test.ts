import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notificationDetailState, transactionDetailState } from "#lib/contract/record-state.ts";
import { transactionState } from "#lib/core/transaction-state.ts";
import { forward } from "#lib/db/schema/forward.ts";
import { delivery, notifyEndpoint } from "#lib/db/schema/notification.ts";
import { ledgerRead, transaction } from "#lib/db/schema/transaction.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries, rollbackEntries } from "#lib/notifications/testing/sign.ts";
import { getTransaction } from "../../transactions/get-transaction.ts";
import { listMerchantTransactions } from "../../transactions/list-transactions.ts";
import { getNotification } from "../get-notification.ts";
import { listNeverNotified } from "../list-never-notified.ts";
import { listNotifications } from "../list-notifications.ts";
import { createReconciledFixture, type ReconciledFixture } from "../testing/reconciled-fixture.ts";

let fixture: ReconciledFixture;
let early: { trnref: string; orderId: string };
let toReverse: { trnref: string; orderId: string };
let notAnswered: { trnref: string; orderId: string };
let refundedLater: { trnref: string; orderId: string };
let notTaken: { trnref: string; orderId: string };
beforeAll(async () => {
  fixture = await createReconciledFixture(["corner-cafe", "knigi-online", "refused"]);
  // Before the ledger is read for the first time: a reading stays fresh for ten seconds.
  early = await fixture.payOnline("knigi-online", 1000);
  notAnswered = await fixture.payOnline("knigi-online", 3333);
  refundedLater = await fixture.payOnline("knigi-online", 6140);
  notTaken = await fixture.payOnline("knigi-online", 5250);
  toReverse = await fixture.payOnline("corner-cafe", 777);
});
afterAll(() => fixture.drop());

const setRead = (readAt: Date) => fixture.store.db.update(ledgerRead).set({ readAt });
const show = (merchant: string, id: string) => getNotification(fixture.ctx(), { environment, merchant, id });
/** When a payment must be listed by now, also in a reading of ten seconds ago, which still counts as fresh. */
const afterLag = () => new Date(Date.now() - 140_000);
const ids = async (merchant: string, input: Record<string, unknown>) =>
  (await listNotifications(fixture.ctx(), { environment, merchant, input })).items.map(({ id }) => id);

test.each([
  ["knigi-online", "IPC_Trnref is the payment reference"],
  ["corner-cafe", "Same order, amount and currency within 48 hours"],
])("a payment at %s is found in the ledger, and it says by which key", async (slug, matchedBy) => {
  const { trnref, orderId } = await fixture.payOnline(slug, 4321);
  const id = await fixture.receive(slug, notifyEntries({ trnref, orderId, amount: "43.21", currency: "EUR" }));
  expect((await show(slug, id)).facts).toMatchObject({
    signature: { verdict: "valid" },
    gateway: { state: "waiting", at: null },
  });
  await fixture.follow();
  const detail = await show(slug, id);
  expect(detail.transaction).toMatchObject({ matchedBy, agrees: true });
  expect(detail.facts.gateway).toMatchObject({ state: "confirmed", nextAt: null });
  expect(detail.timeline.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["Received", "Answered 200 OK in 1 ms", "Transaction recorded: EUR 43.21", "Found at the gateway"]),
  );
});

test("another amount under the same reference is a mismatch", async () => {
  const id = await fixture.receive("knigi-online", notifyEntries({ ...early, amount: "99.00", currency: "EUR" }));
  await fixture.follow();
  expect((await show("knigi-online", id)).transaction).toMatchObject({ agrees: false });
  expect(await ids("knigi-online", { flag: "mismatch" })).toEqual([id]);
  expect((await show("knigi-online", id)).gateway).toBe("mismatch");
});

test("a sale whose notification was not answered OK is not confirmed, in the list as on its page", async () => {
  const entries = notifyEntries({ ...notAnswered, amount: "33.33", currency: "EUR" });
  await fixture.receive("knigi-online", entries, { status: 503 });
  await fixture.follow();
  const place = { environment, merchant: "knigi-online" } as const;
  const { items } = await listMerchantTransactions(fixture.ctx(), { ...place, input: {} });
  const listed = items.find(({ amountText }) => amountText === "33.33");
  expect(listed?.notified).toMatchObject({ attempt: "unconfirmed", answered: { status: 503 } });
  const detail = await getTransaction(fixture.ctx(), { ...place, reference: listed?.reference ?? "" });
  const states = [listed && transactionState({ row: listed }), transactionDetailState(detail)].map((state) => state?.name);
  expect(states).toEqual(["unanswered", "unanswered"]);
});

test("a payment whose notification the shop did not accept says so in the list, on its page and on the notification's", async () => {
  const { db } = fixture.store;
  const merchant = "knigi-online";
  const id = await fixture.receive(merchant, notifyEntries({ ...notTaken, amount: "52.50", currency: "EUR" }));
  await fixture.follow();
  const [stored] = await db.select().from(delivery).where(eq(delivery.id, id));
  const { endpointId = "", merchantId = "" } = stored ?? {};
  await db.insert(notifyEndpoint).values({ id: endpointId, environment, merchantId, sid: "1", createdBy: "a test" });
  const at = new Date();
  const waiting = { deliveryId: id, endpointId, orderHash: Buffer.from("x"), dueAt: at, queuedAt: at } as const;
  await db.insert(forward).values({ ...waiting, mode: "desk_answers" });
  const statesNow = async () => {
    const { items } = await listMerchantTransactions(fixture.ctx(), { environment, merchant, input: {} });
    const listed = items.find(({ amountMinor }) => amountMinor === 5_250);
    const detail = await getTransaction(fixture.ctx(), { environment, merchant, reference: listed?.reference ?? "" });
    const ofNotification = notificationDetailState(await show(merchant, id));
    return [listed && transactionState({ row: listed }), transactionDetailState(detail), ofNotification].map(
      (state) => state?.name,
    );
  };
  expect(await statesNow()).toEqual(["paid", "paid", "paid"]);
  await db.update(forward).set({ state: "dead" }).where(eq(forward.deliveryId, id));
  expect(await statesNow()).toEqual(["not_delivered", "not_delivered", "not_delivered"]);
  await db.update(forward).set({ mode: "shop_shadow" }).where(eq(forward.deliveryId, id));
  expect(await statesNow()).toEqual(["not_delivered", "not_delivered", "not_delivered"]);
  await db.update(forward).set({ state: "delivered" }).where(eq(forward.deliveryId, id));
  expect(await statesNow()).toEqual(["paid", "paid", "paid"]);
});

test("a payment that was answered OK and given back later says so on its notification too", async () => {
  const merchant = "knigi-online";
  const id = await fixture.receive(merchant, notifyEntries({ ...refundedLater, amount: "61.40", currency: "EUR" }));
  await fixture.follow();
  const detail = await show(merchant, id);
  expect([notificationDetailState(detail).name, detail.returned]).toEqual(["paid", undefined]);
  const row = await fixture.store.db.select().from(transaction).where(eq(transaction.amountMinor, 6_140));
  const [sale] = row.filter(({ type }) => type !== "001");
  const back = { id: "refunded-later", type: "011", sign: "debit", amountMinor: -2_000, occurredAt: new Date() };
  if (sale) await fixture.store.db.insert(transaction).values({ ...sale, ...back });
  const later = await show(merchant, id);
  expect(notificationDetailState(later).name).toBe("partly_refunded");
  const { items } = await listNotifications(fixture.ctx(), { environment, merchant, input: { q: refundedLater.orderId } });
  expect(items.map(({ returned }) => returned?.givenBack?.refundedMinor)).toEqual([2_000]);
});

test("a transaction that is not listed yet is queried by its reference", async () => {
  await fixture.follow();
  const { trnref, orderId } = await fixture.payOnline("knigi-online", 2222);
  const id = await fixture.receive("knigi-online", notifyEntries({ trnref, orderId, amount: "22.22", currency: "EUR" }));
  // However slow this machine is, what was read before still counts as fresh.
  await setRead(new Date(Date.now() + 3_600_000));
  await fixture.follow();
  await setRead(new Date(0));
  const { facts, transaction } = await show("knigi-online", id);
  expect(facts.gateway).toMatchObject({ state: "confirmed", nextAt: expect.any(String) });
  expect(transaction).toMatchObject({ id: null, reference: trnref, agrees: null });
});

test("a reference that the gateway does not list yet is still being checked, and searched again when it must be", async () => {
  const id = await fixture.receive("knigi-online", notifyEntries({ trnref: "434343", orderId: "JUST-PAID" }));
  await fixture.follow();
  const { gateway, facts, timeline } = await show("knigi-online", id);
  expect(gateway).toBe("waiting");
  expect(facts.gateway).toMatchObject({ state: "waiting", at: expect.any(String), nextAt: expect.any(String) });
  expect(await ids("knigi-online", { flag: "unknown" })).toEqual([]);
  expect(timeline.map(({ text }) => text)).not.toContain("Not found at the gateway");
});

test("a reference unknown to the gateway after its listing lag is reported as unknown there, and retried", async () => {
  const entries = notifyEntries({ trnref: "424242", orderId: "NOWHERE" });
  const id = await fixture.receive("knigi-online", entries, { receivedAt: afterLag() });
  await fixture.follow();
  const { facts, transaction } = await show("knigi-online", id);
  expect(transaction).toBeNull();
  expect(facts.gateway).toMatchObject({ state: "unknown", nextAt: expect.any(String) });
  expect(await ids("knigi-online", { flag: "unknown" })).toEqual([id]);
});

test("a gateway that cannot be queried is not reported as knowing nothing", async () => {
  const id = await fixture.receive("refused", notifyEntries({ trnref: "515151", orderId: "REFUSED" }));
  await fixture.follow();
  expect((await show("refused", id)).facts.gateway).toMatchObject({ state: "unreachable", problem: "merchant_refused" });
  expect(await ids("refused", { flag: "unknown" })).toEqual([]);
});

test("a rollback reverses the attempt in the log and in the detail, and is found by its effect", async () => {
  const { trnref, orderId } = toReverse;
  const id = await fixture.receive("corner-cafe", notifyEntries({ trnref, orderId, amount: "7.77", currency: "EUR" }));
  await fixture.follow();
  const rollback = await fixture.receive("corner-cafe", rollbackEntries({ orderId, amount: "7.77", currency: "EUR" }));
  await fixture.follow();
  const { items } = await listNotifications(fixture.ctx(), { environment, merchant: "corner-cafe", input: { q: orderId } });
  expect(items.map((item) => [item.id, item.state])).toEqual([
    [rollback, "reversed"],
    [id, "reversed"],
  ]);
  expect(await ids("corner-cafe", { flag: "reversed" })).toEqual([id]);
  const { transaction } = await show("corner-cafe", id);
  expect((await show("corner-cafe", rollback)).transaction).toEqual({
    ...transaction,
    matchedBy: "The reversed payment of this order",
    matchedByDetails: { reason: "matched_by_rollback" },
  });
  expect((await show("corner-cafe", id)).timeline.map((entry) => [entry.id, entry.tone])).toContainEqual([rollback, "danger"]);
});

test("a payment notified after a rollback of its order is contested, never paid", async () => {
  const earlier = new Date(Date.now() - 60_000);
  await fixture.receive("corner-cafe", rollbackEntries({ orderId: "TWICE" }), { receivedAt: earlier });
  const id = await fixture.receive("corner-cafe", notifyEntries({ trnref: "616161", orderId: "TWICE" }));
  await fixture.follow();
  expect((await show("corner-cafe", id)).state).toBe("contested");
  expect(await ids("corner-cafe", { flag: "contested" })).toEqual([id]);
});

test("words of any field that is not personal find it, personal ones only as a whole", async () => {
  const entries = notifyEntries({ trnref: "717171", orderId: "WORDS" }, [
    ["BillingDescriptor", "CAFÉ  DU COIN*12"],
    ["CardBrand", "2"],
    ["LoyaltyTier", "gold plus"],
    ["CustomerEmail", "maria@example.org"],
    ["CustomerFamilyName", "Petrova"],
  ]);
  const id = await fixture.receive("corner-cafe", entries);
  await fixture.follow();
  for (const q of ["café du", "gold", "visa", "maria@example.org", "petrova", "717171"]) {
    expect([q, await ids("corner-cafe", { q })]).toEqual([q, [id]]);
  }
  for (const q of ["maria", "petro", "example.org", "old"]) expect([q, await ids("corner-cafe", { q })]).toEqual([q, []]);
});

test("an undocumented field shows when it first occurred, for whichever merchant", async () => {
  const [first, later] = [new Date("2026-11-02T08:00:00Z"), new Date("2026-11-05T08:00:00Z")];
  const entries = (orderId: string) => notifyEntries({ trnref: orderId, orderId }, [["TokenScheme", "x"]]);
  await fixture.receive("corner-cafe", entries("818182"), { receivedAt: later });
  await fixture.follow();
  const id = await fixture.receive("corner-cafe", entries("818181"), { receivedAt: first });
  await fixture.follow();
  const { fields } = await show("corner-cafe", id);
  const seen = fields.map(({ name, known, firstSeenAt }) => ({ name, known, firstSeenAt }));
  expect(seen).toContainEqual({ name: "TokenScheme", known: false, firstSeenAt: first.toISOString() });
  expect(seen).toContainEqual({ name: "OrderID", known: true, firstSeenAt: null });
});

test("an online sale is notified or not, and terminal sales, fees and payouts are neither", async () => {
  const { items } = await listMerchantTransactions(fixture.ctx(), {
    environment,
    merchant: "corner-cafe",
    input: { limit: "500" },
  });
  const states = Map.groupBy(items, ({ notified }) => notified?.state);
  expect(states.get("not_applicable")?.length).toBeGreaterThan(10);
  const missed = states.get("not_notified") ?? [];
  expect(missed.length).toBeGreaterThan(0);
  for (const { type, sign, terminalId } of missed) expect([type, sign, terminalId]).toEqual(["013", "credit", null]);
  for (const { type, sign } of states.get("not_applicable") ?? []) expect([type, sign]).not.toEqual(["013", "credit"]);
  const reversed = states.get("notified")?.filter(({ notified }) => notified?.attempt === "reversed");
  expect(reversed).toMatchObject([{ amountText: "7.77", notified: { notificationId: expect.any(String) } }]);
});

test("what was recorded but never notified is listed page by page, each once, without what was notified", async () => {
  const never = (input: Record<string, unknown>) =>
    listNeverNotified(fixture.ctx(), { environment, merchant: "knigi-online", input });
  const all = await never({ limit: "500" });
  expect(all.complete).toBe(true);
  expect(all.items.every(({ notified }) => notified?.state === "not_notified")).toBe(true);
  expect(all.items.some(({ amountText }) => amountText === "43.21")).toBe(false);
  const paged: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await never({ limit: "3", ...(cursor ? { cursor } : {}) });
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(paged).toEqual(all.items.map(({ id }) => id));
  expect(paged.length).toBeGreaterThan(3);
});

test("a transaction's page shows its notifications, the rollback among them, and its state", async () => {
  const [rollback] = (
    await listNotifications(fixture.ctx(), { environment, merchant: "corner-cafe", input: { flag: "reversed" } })
  ).items;
  const { transaction } = await show("corner-cafe", rollback?.id ?? "");
  const detail = await getTransaction(fixture.ctx(), {
    environment,
    merchant: "corner-cafe",
    reference: transaction?.reference ?? "",
  });
  expect(detail.notifications.map(({ method, gateway, state }) => [method, gateway, state])).toEqual([
    ["IPCPurchaseRollback", null, "reversed"],
    ["IPCPurchaseNotify", "confirmed", "reversed"],
  ]);
  expect(detail.rows.find(({ id }) => id === transaction?.id)?.notified).toMatchObject({
    state: "notified",
    attempt: "reversed",
  });
});
