import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { listMerchantPayments, listPayments } from "./list-payments.ts";
import { cafe, failureOf, openPaymentFixture, type PaymentFixture, sale } from "./testing/payment-fixture.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture();
});
afterAll(() => fixture.drop());

test("lists page through every payment once, newest first, filtered by state, terminal and day", async () => {
  for (let count = 0; count < 7; count++) {
    await fixture.create({ ...sale, amountMinor: 100 + count });
    if (count % 2) await fixture.pass(1_000);
  }
  const seen: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listPayments(fixture.ctx(), { environment, input: { limit: "3", ...(cursor ? { cursor } : {}) } });
    seen.push(...page.items.map((item) => item.amountMinor));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen.toSorted()).toEqual([100, 101, 102, 103, 104, 105, 106]);
  // Two payments with equal times may be in either order.
  expect(seen.map((amountMinor) => Math.floor((amountMinor - 100) / 2))).toEqual([3, 2, 2, 1, 1, 0, 0]);
  const count = async (input: object) => (await listMerchantPayments(fixture.ctx(), { ...cafe, input })).items.length;
  expect(await count({ terminal: "81000002" })).toBe(0);
  expect(await count({ status: "in_progress" })).toBe(7);
  expect(await count({ from: "2020-01-01", to: "2020-01-02" })).toBe(0);
  expect(await failureOf(listPayments(fixture.ctx(), { environment, input: { status: "gone" } }))).toEqual({
    code: "invalid_input",
    fields: ["status"],
  });
});

test("a list is filtered by an identifier or its beginning", async () => {
  const { payment } = await fixture.create({ ...sale, amountMinor: 77_00, referenceNumber: "ORDER 77/a_b" });
  const found = async (q: string) =>
    (await listMerchantPayments(fixture.ctx(), { ...cafe, input: { q } })).items.map((item) => item.paymentId);
  for (const q of ["order 77/a_b", "ORDER77", payment.paymentId, payment.gatewayPaymentId ?? "", "77.00"])
    expect(await found(q)).toEqual([payment.paymentId]);
  expect(await found("DER77")).toEqual([]);
  expect(await found("%")).toEqual([]);
});

test("amounts are bounded in each payment's own currency, both bounds included", async () => {
  const terminalId = "81000001";
  await fixture.create({ ...sale, terminalId, amountMinor: 50_010 });
  const found = async (input: object) =>
    (await listMerchantPayments(fixture.ctx(), { ...cafe, input })).items.map(({ amountMinor }) => amountMinor);
  expect(await found({ amountMin: "500.1", amountMax: "500.1" })).toEqual([50_010]);
  expect(await found({ amountMin: "500.11" })).toEqual([]);
  expect(await found({ amountMin: "100", amountMax: "500.09" })).toEqual([]);
  expect(await found({ amountMin: "500", currency: "JPY" })).toEqual([]);
  expect(await failureOf(listPayments(fixture.ctx(), { environment, input: { amountMin: "2", amountMax: "1" } }))).toEqual({
    code: "invalid_input",
    fields: ["amountMax"],
  });
});
