import { expect, test } from "vitest";
import { type PaymentFacts, paymentState } from "./payment-state.ts";
import { toCard } from "./record-state.ts";
import { type TransactionFacts, transactionState } from "./transaction-state.ts";

const occurredAt = "2026-11-22T14:23:46.000Z";
const online = { type: "009", sign: "credit", amountMinor: 726, currency: "EUR", pan: "*0327", terminalId: null, occurredAt };
const notification = { receivedAt: "2026-11-22T14:23:50.000Z", amountMinor: 726, currency: "EUR", answered: { status: 200 } };
const eur = (amountMinor: number) => ({ amountMinor, currency: "EUR" });
const notified = (state: string, attempt: string | null) => ({ state, attempt }) as TransactionFacts["row"]["notified"];
const sale = (state: string, attempt: string | null, beside: Partial<TransactionFacts> = {}) =>
  transactionState({ row: { ...online, notified: notified(state, attempt) }, ...beside });
const refund = (amountMinor: number, status = "success") => ({
  ...{ status, amountMinor, currency: "EUR", createdAt: "2026-11-23T09:00:00.000Z", createdBy: "Ann" },
});

test("a sale that was notified and confirmed is paid, with the delay of its notification", () => {
  const { name, values } = sale("notified", "paid", { notification });
  expect({ name, ...values }).toMatchObject({ name: "paid", amount: eur(726), card: "••0327", delayMs: 4_000 });
});

test("a notification before its payment, by the gateway's clock, has no delay", () => {
  const early = { ...notification, receivedAt: "2026-11-22T12:00:00.000Z" };
  expect(sale("notified", "paid", { notification: early }).values.delayMs).toBeNull();
});

test.each([
  ["not_notified", null, "not_notified"],
  ["awaited", null, "booked"],
  ["on_its_way", null, "on_its_way"],
  ["notified", "contested", "needs_review"],
  ["notified", "unconfirmed", "no_amount"],
  ["notified", "reversed", "reversed"],
  ["mismatch", "reversed", "reversed"],
  ["not_applicable", null, "booked"],
])("an online sale, %s and %s, is %s", (state, attempt, name) => {
  expect(sale(state, attempt).name).toBe(name);
});

test("a row of a list tells what we have not confirmed from what names no amount", () => {
  const listed = (status: number) =>
    transactionState({ row: { ...online, notified: { state: "notified", attempt: "unconfirmed", answered: { status } } } });
  expect([listed(503).name, listed(200).name]).toEqual(["unanswered", "no_amount"]);
});

test("an unverified notification that names a sale is told, and leaves it not notified", () => {
  const { name, values } = sale("not_notified", null, { mention: "rejected" });
  expect([name, values.reason]).toEqual(["not_notified", "rejected"]);
});

test("a mismatch says both amounts", () => {
  const { name, values } = sale("mismatch", "paid", { notification: { ...notification, amountMinor: 999 } });
  expect({ name, ...values }).toMatchObject({ name: "amount_mismatch", amount: eur(999), other: eur(726) });
});

test("a reversal is explained by our answer only when that was not OK", () => {
  const unanswered = { ...notification, answered: { status: 503 } };
  expect(sale("notified", "reversed", { notification: unanswered }).values.reason).toBe("not_ok");
  expect(sale("notified", "reversed", { notification }).values.reason).toBeNull();
});

test("refunds count once the gateway confirmed them", () => {
  const paid = (refunds: ReturnType<typeof refund>[]) =>
    transactionState({ row: { ...online, type: "501", terminalId: "81000001" }, payment: { status: "success", refunds } });
  expect(paid([refund(726, "unknown")]).name).toBe("paid_at_terminal");
  expect(paid([refund(100), refund(200, "failed")])).toMatchObject({
    name: "partly_refunded",
    values: { amount: eur(100), other: eur(726), by: "Ann" },
  });
  expect(paid([refund(326), refund(400)])).toMatchObject({ name: "refunded", values: { amount: eur(726) } });
});

test.each([
  ["001", "debit", "fee"],
  ["011", "debit", "refund"],
  ["036", "debit", "reversal"],
  ["042", "debit", "chargeback"],
  ["042", "credit", "money_in"],
  ["003", "debit", "payout"],
  ["003", "credit", "money_in"],
  ["010", "debit", "money_out"],
  ["777", "credit", "money_in"],
  [null, "debit", "money_out"],
])("a booking of type %s, %s, is %s", (type, sign, name) => {
  expect(transactionState({ row: { ...online, type, sign, amountMinor: -500 } })).toMatchObject({
    name,
    values: { amount: eur(500) },
  });
});

const payment: PaymentFacts = {
  ...{ kind: "payment", status: "success", amountMinor: 1234, currency: "EUR", card: null },
  ...{ createdAt: occurredAt, createdBy: "Ann", verdict: null, refunds: [], openRefund: null },
};

test.each<[Partial<PaymentFacts>, string]>([
  [{}, "successful"],
  [{ status: "sending" }, "sending"],
  [{ status: "in_progress" }, "in_progress"],
  [{ status: "unknown", verdict: "cannot_tell" }, "unknown"],
  [{ verdict: "happened" }, "found_later"],
  [{ status: "failed", verdict: "did_not_happen" }, "not_charged"],
  [{ status: "failed" }, "failed"],
  [{ status: "failed", verdict: "happened" }, "failed"],
  [{ status: "rejected" }, "declined"],
  [{ status: "canceled" }, "cancelled"],
  [{ status: "reversed" }, "reversed"],
  [{ refunds: [refund(1234)] }, "refunded"],
  [{ refunds: [refund(34)] }, "partly_refunded"],
  [{ refunds: [refund(34)], openRefund: { amountMinor: 34, count: 1, isUnknown: false, at: occurredAt } }, "refund_in_progress"],
  [{ openRefund: { amountMinor: 34, count: 1, isUnknown: true, at: occurredAt } }, "refund_unknown"],
  [{ status: "reversed", openRefund: { amountMinor: 34, count: 1, isUnknown: true, at: occurredAt } }, "reversed"],
  [{ kind: "refund" }, "refund"],
  [{ kind: "refund", status: "in_progress" }, "refund_in_progress"],
  [{ kind: "refund", status: "unknown", verdict: "cannot_tell" }, "refund_unknown"],
  [{ kind: "refund", status: "failed" }, "refund_failed"],
  [{ kind: "refund", status: "failed", verdict: "did_not_happen" }, "refund_not_processed"],
  [{ kind: "refund", status: "rejected" }, "refund_failed"],
  [{ kind: "refund", status: "canceled" }, "refund_failed"],
  // Its amount still counts as given back, so nobody may say that no money moved.
  [{ kind: "refund", status: "reversed" }, "refund_reversed"],
])("a terminal payment with %j is %s", (changed, name) => {
  expect(paymentState({ ...payment, ...changed }).name).toBe(name);
});

test("a card is shown by its brand and its last four digits, however it is masked", () => {
  expect(["*2979", "****2979", "411111******1111", "2979", null, "", "xx"].map((pan) => toCard(pan))).toEqual([
    ...["••2979", "••2979", "••1111", "••2979"],
    ...[null, null, null],
  ]);
  expect([toCard("*2979", "Visa"), toCard(null, "Visa")]).toEqual(["Visa ••2979", "Visa"]);
});
