import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payment, paymentOperation } from "../schema/payment.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { findRefundOriginal } from "./refund-original.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const merchantId = randomUUID();

function row(change: Partial<typeof payment.$inferInsert> = {}): typeof payment.$inferInsert {
  const at = new Date();
  return {
    id: randomUUID(),
    environment: "demo",
    merchantId,
    status: "success",
    amountMinor: 1000,
    currency: "EUR",
    terminalId: "1",
    referenceNumber: randomUUID(),
    createdAt: at,
    updatedAt: at,
    ...change,
  };
}

async function paid(): Promise<string> {
  const [saved] = await store.db.insert(payment).values(row()).returning({ id: payment.id });
  return saved?.id ?? "";
}

function refund(originalId: string, change: Partial<typeof payment.$inferInsert> = {}) {
  return store.db.insert(payment).values(row({ kind: "refund", originalId, status: "sending", amountMinor: 300, ...change }));
}

const refused = { cause: { constraint: "payment_refund_within_original" } };

test("the database itself limits concurrent refunds to the amount paid", async () => {
  const original = await paid();
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => refund(original)));
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(3);
  expect(outcomes.find((outcome) => outcome.status === "rejected")).toMatchObject({ reason: refused });
  const [{ sum } = { sum: 0 }] = await store.db
    .select({ sum: sql<number>`sum(${payment.amountMinor})::int` })
    .from(payment)
    .where(eq(payment.originalId, original));
  expect(sum).toBe(900);
});

test("unknown refunds count as done, failed ones do not", async () => {
  const original = await paid();
  await refund(original, { amountMinor: 1000, status: "failed" });
  await refund(original, { amountMinor: 1000, status: "unknown" });
  await expect(refund(original, { amountMinor: 1 })).rejects.toMatchObject(refused);
});

test.each([
  ["of nothing", () => refund(randomUUID())],
  ["in another currency", async () => refund(await paid(), { currency: "USD" })],
  ["of another merchant's payment", async () => refund(await paid(), { merchantId: randomUUID() })],
])("a refund %s is refused", async (_, request) => {
  await expect(request()).rejects.toMatchObject(refused);
});

function reverse(paymentId: string, state = "unknown") {
  const [key, at] = [randomUUID(), new Date()];
  const times = { createdAt: at, updatedAt: at };
  return store.db.insert(paymentOperation).values({
    merchantId,
    staffId: randomUUID(),
    act: `reversal:${paymentId}`,
    key,
    requestHash: "",
    paymentId,
    state,
    ...times,
  });
}

test("of concurrent refunds and reversals only one kind is stored, and one reversal", async () => {
  const original = await paid();
  const requests = Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? reverse(original) : refund(original)));
  const outcomes = await Promise.allSettled(requests);
  const isStored = (kind: number) =>
    outcomes.filter((outcome, index) => index % 2 === kind && outcome.status === "fulfilled").length;
  expect([isStored(0), isStored(1)]).toEqual(isStored(0) > 0 ? [1, 0] : [0, 3]);
});

test("a reversal that may have been done leaves nothing to refund, one that failed does", async () => {
  const original = await paid();
  await reverse(original, "failed");
  const second = await paid();
  await reverse(second);
  await refund(original);
  await expect(refund(second, { amountMinor: 1 })).rejects.toMatchObject(refused);
  await expect(reverse(original)).rejects.toMatchObject({ cause: { constraint: "payment_reversal_of_whole" } });
});

test("a refund cannot be increased later, but one that turns out to be processed is still recorded", async () => {
  const original = await paid();
  const [first, second] = [randomUUID(), randomUUID()];
  await refund(original, { id: first, amountMinor: 1000, status: "failed" });
  await refund(original, { id: second, amountMinor: 1000 });
  await expect(store.db.update(payment).set({ amountMinor: 1001 }).where(eq(payment.id, second))).rejects.toMatchObject(refused);
  await store.db.update(payment).set({ status: "success" }).where(eq(payment.id, first));
});

test("a refund's reference names the payment at the gateway that it gives back", async () => {
  const [saved] = await store.db
    .insert(payment)
    .values(row({ gatewayPaymentId: "paid" }))
    .returning();
  await refund(saved?.id ?? "", { referenceNumber: "CR-1", gatewayPaymentId: "refunded" });
  const find = (terminalId: string, referenceNumber: string, environment = "demo") =>
    findRefundOriginal(store.db, { environment, terminalId, referenceNumber });
  expect(await find("1", "CR-1")).toBe("paid");
  const others = [find("2", "CR-1"), find("1", "CR-2"), find("1", "CR-1", "sandbox"), find("1", saved?.referenceNumber ?? "")];
  expect(await Promise.all(others)).toEqual([undefined, undefined, undefined, undefined]);
});
