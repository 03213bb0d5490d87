import { expect, test } from "vitest";
import type { CheckedOrder } from "#lib/contract/order-check.ts";
import { orderHref } from "./order-href.ts";

const order = { orderId: "A 1", amountMinor: 500, currency: "EUR", day: "2026-03-04" };
const booked: CheckedOrder = {
  ...{ index: 0, verdict: "amount_differs", reason: null, notifications: 1, returnedMinor: null },
  notification: { id: "n1", amountMinor: 500, currency: "EUR" },
  transaction: { id: "1", reference: "R1", amountMinor: 501, amountText: "5.01", currency: "EUR" },
};
const hrefOf = (change: Partial<CheckedOrder>) =>
  orderHref({ order, checked: { ...booked, ...change } }, { environment: "sandbox", merchant: "cafe" });

test("an order opens its transaction, else its notification, else a search", () => {
  expect(hrefOf({})).toBe("/sandbox/cafe/transactions/R1");
  expect(hrefOf({ transaction: null })).toBe("/sandbox/cafe/notifications/n1");
  expect(hrefOf({ transaction: null, notification: null })).toBe("/sandbox/find?q=A%201");
});

test("an order of several sales opens the search, which has all of them", () => {
  expect(hrefOf({ verdict: "booked_twice" })).toBe("/sandbox/find?q=A%201");
  expect(hrefOf({ verdict: "not_checked", reason: "other_sale" })).toBe("/sandbox/find?q=A%201");
});
