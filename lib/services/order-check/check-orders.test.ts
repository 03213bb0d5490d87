import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CheckedOrder, OrderCheckStep } from "#lib/contract/order-check.ts";
import { ensureDeliveryMonth } from "#lib/db/deliveries/delivery-months.ts";
import { delivery, notifyEndpoint } from "#lib/db/schema/notification.ts";
import { reconciliation } from "#lib/db/schema/reconciliation.ts";
import { retention } from "#lib/db/schema/retention.ts";
import { ledgerRead } from "#lib/db/schema/transaction.ts";
import { bareTransaction } from "#lib/db/testing/bare-transaction.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import { storeRows } from "#lib/ledger-sync/store-rows.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { checkOrders } from "./check-orders.ts";
import { endpointIdOf, kinds, storeOrderMonth, toDelivery } from "./testing/order-month.ts";

let fixture: TestFixture;
beforeAll(async () => {
  const slugs = ["shop", "big", "silent", "twice", "refused", "charged", "own", "unlinked", "spelled"];
  const merchants = slugs.map((slug) => ({
    slug,
    clientId: `cli_${slug}`,
    clientSecret: "sec_1",
  }));
  const pair = { partnerId: "p", applicationId: "a", clientId: "client_1", clientSecret: "secret_1" };
  fixture = await createTestFixture({ upstream: { baseUrl: "http://127.0.0.1:9", ...pair, merchants } });
});
afterAll(() => fixture.drop());

async function check(merchant: string, orders: readonly object[]) {
  const steps: OrderCheckStep[] = [];
  for await (const step of checkOrders(fixture.ctx(), { environment, merchant, input: { orders } })) steps.push(step);
  const checked = steps.filter((step) => step.step === "checked");
  const rows = new Map(checked.flatMap((step) => step.rows).map((row): [number, CheckedOrder] => [row.index, row]));
  const end = steps.at(-1);
  return { steps, rows, equal: checked.flatMap((step) => step.equal), totals: end?.step === "end" ? end.totals : [] };
}

type Month = { merchant: string; count: number; planted: number };

async function storeMonth({ merchant, ...size }: Month) {
  const ctx = fixture.ctx();
  const { zone } = await ctx.gateways.environment(environment);
  return storeOrderMonth(ctx, await fixture.merchant(merchant), { ...size, readAt: new Date(), zone });
}

async function checkMonth({ merchant, ...size }: Month, stored: Awaited<ReturnType<typeof storeMonth>>) {
  const found = await check(merchant, stored.orders);
  const verdicts = [...found.rows].map(([index, { verdict }]): [number, string] => [index, verdict]);
  expect(verdicts.filter(([index, verdict]) => stored.expected.get(index) !== verdict)).toEqual([]);
  expect(verdicts).toHaveLength(size.planted * kinds.length);
  expect(new Set(found.equal).size).toBe(size.count - size.planted * kinds.length);
  expect(Object.fromEntries(found.totals.map(({ verdict, count }) => [verdict, count]))).toEqual({
    ...Object.fromEntries(kinds.map((kind) => [kind, size.planted])),
    ...{ not_checked: 0, equal: size.count - size.planted * kinds.length },
  });
  return { ...found, orders: stored.orders };
}

const slow = "Stores a month of orders.";

test("a month of orders: every planted difference is found, none is invented", { meta: { slow } }, async () => {
  const month = { merchant: "shop", count: 4_000, planted: 35 };
  const { totals, orders } = await checkMonth(month, await storeMonth(month));
  const sum = totals.flatMap(({ sums }) => sums).reduce((whole, { amountMinor }) => whole + amountMinor, 0);
  expect(sum).toBe(orders.reduce((whole, { amountMinor }) => whole + amountMinor, 0));
});

describe("a month of 100,000 orders", () => {
  const month = { merchant: "big", count: 100_000, planted: 500 };
  let stored: Awaited<ReturnType<typeof storeMonth>>;
  beforeAll(async () => {
    stored = await storeMonth(month);
  });

  test("with 500 differences of each kind", { tags: ["long"], meta: { slow } }, async () => {
    const { steps } = await checkMonth(month, stored);
    expect(steps.filter(({ step }) => step === "checked")).toHaveLength(100);
  });
});

const soldAt = new Date("2026-03-05T08:00:00Z");
const unnamedSale: Omit<NewTransaction, "merchantId"> = {
  ...{ ...bareTransaction, environment, id: "", reference: "UNNAMED", occurredAt: soldAt, readAt: soldAt, day: "2026-03-05" },
  ...{ occurredAtText: "", hasOwnTime: true, type: "013", sign: "credit", currency: "EUR", amountMinor: 500, amountText: "5.00" },
  record: {},
};

const march = (change: object = {}) => ({ orderId: "NONE", amountMinor: 500, currency: "EUR", day: "2026-03-04", ...change });

async function checkOne(merchant: string, change: object = {}) {
  const { rows } = await check(merchant, [march(change)]);
  const { verdict = "equal", reason = null } = rows.get(0) ?? {};
  return [verdict, reason];
}

test("what is not stored proves nothing: not synced, not whole, deleted, or not over when it was synced", async () => {
  const { id: merchantId } = await fixture.merchant("silent");
  const { zone } = await fixture.ctx().gateways.environment(environment);
  const read = async (change: object) => {
    await fixture.store.db.delete(ledgerRead).where(eq(ledgerRead.merchantId, merchantId));
    const row = { merchantId, fromDay: "2026-03-01", toDay: "2026-03-10", readAt: new Date(), zone, ...change };
    await fixture.store.db.insert(ledgerRead).values(row);
    return checkOne("silent");
  };
  expect(await checkOne("silent")).toEqual(["not_checked", "ledger_unread"]);
  expect(await read({ isComplete: false })).toEqual(["not_checked", "ledger_unread"]);
  expect(await read({ fromDay: "2026-03-04" })).toEqual(["not_checked", "ledger_unread"]);
  expect(await read({ toDay: "2026-03-04" })).toEqual(["not_checked", "ledger_unread"]);
  expect(await read({ zone: "America/New_York" })).toEqual(["not_checked", "ledger_unread"]);
  expect(await read({ readAt: new Date("2026-03-04T20:00:00Z") })).toEqual(["not_checked", "day_running"]);
  expect(await read({})).toEqual(["not_booked", null]);
  await fixture.store.db.insert(retention).values({
    ...{ environment, kind: "transactions", days: 90, keptFrom: "2026-03-04", updatedAt: new Date(), updatedBy: "test" },
  });
  expect(await read({})).toEqual(["not_checked", "ledger_deleted"]);
  await fixture.store.db.delete(retention);
});

test("a sale without an order number may be the order, also before conversion", async () => {
  const merchant = await fixture.merchant("silent");
  const book = (change: Partial<NewTransaction>) =>
    storeRows({ ...fixture.ctx(), merchant }, [{ ...unnamedSale, merchantId: merchant.id, ...change }]);
  await book({ id: "U1" });
  await book({ id: "U2", currency: "BGN", amountMinor: 1760, record: { original_amount: 9, original_currency: "EUR" } });
  expect(await checkOne("silent")).toEqual(["not_checked", "sale_without_order"]);
  expect(await checkOne("silent", { amountMinor: 900 })).toEqual(["not_checked", "sale_without_order"]);
  expect(await checkOne("silent", { amountMinor: 501 })).toEqual(["not_booked", null]);
  await book({ id: "U3", referenceNumber: "NONE", currency: "BGN", amountMinor: 978 });
  expect(await checkOne("silent")).toEqual(["amount_differs", null]);
  await book({ id: "U4", referenceNumber: "NONE", type: "501", terminalId: "81000001" });
  expect(await checkOne("silent")).toEqual(["equal", null]);
});

test("of several attempts that were reversed, the one of the order's amount is compared with the ledger", async () => {
  const merchant = await fixture.merchant("twice");
  const { db } = fixture.store;
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 4, hour));
  await ensureDeliveryMonth(db, "sandbox", at(0));
  const endpoint = { id: endpointIdOf(merchant), environment, merchantId: merchant.id, sid: "1", createdBy: "test" };
  await db.insert(notifyEndpoint).values({ ...endpoint, createdAt: at(0) });
  const attempts = [
    ["T1", 1000],
    ["T2", 1240],
    ["T3", 1100],
  ] as const;
  const rows = attempts.map(([reference, amountMinor]) => ({ ...unnamedSale, id: `S${reference}`, reference, amountMinor }));
  await storeRows(
    { ...fixture.ctx(), merchant },
    rows.map((row) => ({ ...row, merchantId: merchant.id })),
  );
  const order = march({ orderId: "TWICE", amountMinor: 1240 });
  const told = attempts.map(([trnref, amountMinor], index) =>
    toDelivery(merchant, { order: { ...order, amountMinor }, at: at(index), trnref }),
  );
  const rollback = toDelivery(merchant, { order, at: at(4), trnref: null, method: "IPCPurchaseRollback" });
  await db.insert(delivery).values([...told, rollback]);
  const [row] = (await check("twice", [order])).rows.values();
  expect(row).toMatchObject({ verdict: "refunded", notification: { amountMinor: 1240 }, transaction: { reference: "T2" } });
});

test("a payment that was not answered OK counts as given back only where the ledger has its reversal", async () => {
  const merchant = await fixture.merchant("refused");
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 4, hour));
  await ensureDeliveryMonth(fixture.store.db, "sandbox", at(0));
  const endpoint = { id: endpointIdOf(merchant), environment, merchantId: merchant.id, sid: "2", createdBy: "test" };
  await fixture.store.db.insert(notifyEndpoint).values({ ...endpoint, createdAt: at(0) });
  const book = (id: string, change: Partial<NewTransaction>) =>
    storeRows({ ...fixture.ctx(), merchant }, [{ ...unnamedSale, merchantId: merchant.id, id, occurredAt: at(8), ...change }]);
  const notify = (trnref: string, answerStatus: number) =>
    fixture.store.db.insert(delivery).values({
      ...toDelivery(merchant, { order: march({ orderId: "REFUSED" }), at: at(8), trnref }),
      answerStatus,
    });
  await book("S1", { reference: "T1" });
  await notify("T1", 503);
  expect(await checkOne("refused", { orderId: "REFUSED" })).toEqual(["not_checked", "unanswered"]);
  await book("S2", { reference: "T2" });
  await notify("T2", 200);
  expect(await checkOne("refused", { orderId: "REFUSED" })).toEqual(["not_checked", "unanswered"]);
  await book("R1", { reference: "T1", type: "036", sign: "debit", amountMinor: -500, occurredAt: at(9) });
  expect(await checkOne("refused", { orderId: "REFUSED" })).toEqual(["equal", null]);
});

test("a payment of another month with the same number is neither the order's nor proof that it has none", async () => {
  const { id: merchantId } = await fixture.merchant("silent");
  const { zone } = await fixture.ctx().gateways.environment(environment);
  await fixture.store.db
    .insert(ledgerRead)
    .values({ merchantId, fromDay: "2026-06-01", toDay: "2026-06-30", readAt: new Date(), zone });
  expect(await checkOne("silent", { day: "2026-06-10" })).toEqual(["not_checked", "other_time"]);
  expect(await checkOne("silent", { day: "2026-06-10", orderId: "NEVER" })).toEqual(["not_booked", null]);
});

/** A merchant with a notification URL whose March is read, and what its gateway books and tells. */
async function openMarch(slug: string) {
  const { db } = fixture.store;
  const merchant = await fixture.merchant(slug);
  const { zone } = await fixture.ctx().gateways.environment(environment);
  const read = { merchantId: merchant.id, fromDay: "2026-03-01", toDay: "2026-03-31", readAt: new Date(), zone };
  await db.insert(ledgerRead).values(read);
  await ensureDeliveryMonth(db, "sandbox", soldAt);
  const endpoint = { id: endpointIdOf(merchant), environment, merchantId: merchant.id, sid: slug, createdBy: "test" };
  await db.insert(notifyEndpoint).values({ ...endpoint, createdAt: new Date("2026-03-01T00:00:00Z") });
  const at = (hour: number) => new Date(soldAt.getTime() + hour * 3_600_000);
  const book = (reference: string, change: Partial<NewTransaction> = {}) =>
    storeRows({ ...fixture.ctx(), merchant }, [
      { ...unnamedSale, merchantId: merchant.id, id: `S${reference}`, reference, ...change },
    ]);
  const reverse = (reference: string, hour: number) =>
    book(reference, { id: `R${reference}`, type: "036", sign: "debit", amountMinor: -500, occurredAt: at(hour) });
  const notify = async (
    orderId: string,
    { trnref, hour = 0, method }: { trnref: string | null; hour?: number; method?: string },
  ) => {
    const told = toDelivery(merchant, { order: march({ orderId }), at: at(hour), trnref, ...(method && { method }) });
    await db.insert(delivery).values(told);
    return told.id;
  };
  return { merchant, at, book, reverse, notify };
}

test("a second sale that stands beside the order's payment is not hidden by it", async () => {
  const { at, book, reverse, notify } = await openMarch("charged");
  const named = (orderId: string, change: Partial<NewTransaction> = {}) => ({ referenceNumber: orderId, ...change });
  const verdictOf = (orderId: string) => checkOne("charged", { orderId });

  await notify("TWICE", { trnref: "7001" });
  await book("7001");
  await book("7002", named("TWICE", { occurredAt: at(1) }));
  expect(await verdictOf("TWICE")).toEqual(["booked_twice", null]);
  await book("7002", named("TWICE", { occurredAt: at(1), amountMinor: 501 }));
  expect(await verdictOf("TWICE")).toEqual(["not_checked", "other_sale"]);
  // The number of a receipt at a terminal may be the same by chance.
  await book("7002", named("TWICE", { occurredAt: at(1), amountMinor: 501, type: "501", terminalId: "81000001" }));
  expect(await verdictOf("TWICE")).toEqual(["equal", null]);
  await book("7002", named("TWICE", { occurredAt: at(1) }));
  await reverse("7002", 2);
  expect(await verdictOf("TWICE")).toEqual(["equal", null]);

  await notify("BACK", { trnref: "6001" });
  await notify("BACK", { trnref: null, hour: 1, method: "IPCPurchaseRollback" });
  await book("6001", named("BACK"));
  expect(await verdictOf("BACK")).toEqual(["refunded", null]);
  await reverse("6001", 1);
  await book("6002", named("BACK", { occurredAt: at(2) }));
  expect(await verdictOf("BACK")).toEqual(["not_notified", null]);
  await book("6003", named("BACK", { occurredAt: at(3) }));
  expect(await verdictOf("BACK")).toEqual(["booked_twice", null]);

  await notify("REFUND", { trnref: "5001" });
  await book("5001");
  await reverse("5001", 1);
  await book("5002", named("REFUND", { occurredAt: at(2) }));
  expect(await verdictOf("REFUND")).toEqual(["not_checked", "other_sale"]);
});

test("a gateway that books under references of its own has one sale for each attempt", async () => {
  const { book, reverse, notify, at } = await openMarch("own");
  const booked = { referenceNumber: "OWN" };
  await notify("OWN", { trnref: "4001" });
  await notify("OWN", { trnref: null, hour: 1, method: "IPCPurchaseRollback" });
  await book("POS1", booked);
  // The Rollback came before the ledger's reversal.
  expect(await checkOne("own", { orderId: "OWN" })).toEqual(["refunded", null]);
  await book("POS2", { ...booked, occurredAt: at(2) });
  await reverse("POS1", 1);
  expect(await checkOne("own", { orderId: "OWN" })).toEqual(["not_notified", null]);
});

test("a payment that the gateway confirmed is not called missing before its transaction is synced", async () => {
  const { merchant, notify } = await openMarch("spelled");
  const deliveryId = await notify("CONFIRMED", { trnref: "8001" });
  expect(await checkOne("spelled", { orderId: "CONFIRMED" })).toEqual(["not_booked", null]);
  const place = { deliveryId, merchantId: merchant.id, environment };
  const found = { attempt: "paid", gateway: "confirmed", gatewayAt: new Date(), matchedBy: "trnref", reference: "8001" } as const;
  await fixture.store.db.insert(reconciliation).values({ ...place, ...found });
  expect(await checkOne("spelled", { orderId: "CONFIRMED" })).toEqual(["not_checked", "gateway_confirmed"]);
});

test("a merchant whose notifications never match a transaction has no order that is called not booked", async () => {
  const { db } = fixture.store;
  const { merchant, book } = await openMarch("unlinked");
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  await ensureDeliveryMonth(db, "sandbox", yesterday);
  const told = Array.from({ length: 5 }, (_, index) =>
    toDelivery(merchant, { order: march({ orderId: `LATE-${index}` }), at: yesterday, trnref: `900${index}` }),
  );
  await db.insert(delivery).values(told);
  await book("BANK", { referenceNumber: "77" });
  expect(await checkOne("unlinked")).toEqual(["not_booked", null]);
  const waiting = { merchantId: merchant.id, environment, attempt: "paid", gateway: "waiting", gatewayAt: new Date() } as const;
  await db.insert(reconciliation).values(told.map(({ id }) => ({ ...waiting, deliveryId: id })));
  expect(await checkOne("unlinked")).toEqual(["not_checked", "unlinked"]);
  expect(await checkOne("unlinked", { orderId: "77" })).not.toEqual(["not_checked", "unlinked"]);
});

test.each([
  ["000123", "123"],
  ["456", "00456"],
  ["ab-7", "AB7"],
  ["1001", "#1001"],
  ["#1002", "1002"],
])("a sale with the number %s may be the order %s", async (booked, orderId) => {
  const merchant = await fixture.merchant("spelled");
  const sale = { ...unnamedSale, merchantId: merchant.id, id: `Z${booked}`, reference: `Z${booked}`, referenceNumber: booked };
  await storeRows({ ...fixture.ctx(), merchant }, [sale]);
  expect(await checkOne("spelled", { orderId })).toEqual(["not_checked", "similar_number"]);
  // It is another order of the shop.
  const { rows } = await check("spelled", [march({ orderId }), march({ orderId: booked })]);
  expect(rows.get(0)).toMatchObject({ verdict: "not_booked", reason: null });
});

test("a notification of the number in another spelling may be the order's", async () => {
  const merchant = await fixture.merchant("spelled");
  const told = toDelivery(merchant, { order: march({ orderId: "0099" }), at: soldAt, trnref: "3001" });
  await fixture.store.db.insert(delivery).values(told);
  expect(await checkOne("spelled", { orderId: "99" })).toEqual(["not_checked", "similar_number"]);
});

test("a credit of another kind that has the order's number is no proof that nothing is booked", async () => {
  const merchant = await fixture.merchant("spelled");
  const book = (id: string, change: Partial<NewTransaction>) =>
    storeRows({ ...fixture.ctx(), merchant }, [{ ...unnamedSale, merchantId: merchant.id, id, reference: id, ...change }]);
  await book("T0", { referenceNumber: "TYPELESS", type: null });
  await book("T1", { referenceNumber: "RESERVED", type: "015" });
  expect(await checkOne("spelled", { orderId: "TYPELESS" })).toEqual(["not_checked", "other_booking"]);
  expect(await checkOne("spelled", { orderId: "RESERVED" })).toEqual(["not_booked", null]);
});

test("today's orders are not called missing", async () => {
  const day = new Date().toISOString().slice(0, 10);
  expect((await checkOne("silent", { day, orderId: "TODAY" }))[0]).toBe("not_checked");
});

test("another merchant's orders are not seen, and a merchant who may not be seen does not exist", async () => {
  expect(await checkOne("silent", { orderId: "ORD-0000001", amountMinor: 777 })).toEqual(["not_booked", null]);
  const limited = { ...fixture.ctx({ role: "viewer", merchants: ["sandbox/silent"] }) };
  const asked = (merchant: string) => checkOrders(limited, { environment, merchant, input: { orders: [march()] } }).next();
  await expect(asked("shop")).rejects.toMatchObject({ code: "not_found" });
  expect((await asked("silent")).value).toMatchObject({ step: "reading" });
});

test.each([
  ["amountMinor", { amountMinor: 12.4 }],
  ["amountMinor", { amountMinor: 0 }],
  ["currency", { currency: "eur" }],
  ["day", { day: "2026-02-30" }],
  ["day", { day: "9999-12-31" }],
  ["orderId", { orderId: " " }],
])("a wrong %s is refused before anything is read", async (field, change) => {
  const steps = checkOrders(fixture.ctx(), { environment, merchant: "shop", input: { orders: [march(change)] } });
  await expect(steps.next()).rejects.toMatchObject({ code: "invalid_input", fields: [{ field: `orders.0.${field}` }] });
});
