import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { payment as paymentTable } from "#lib/db/schema/payment.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { markNotProcessed } from "./internal/mark-not-processed.ts";
import { pollOpenPayments } from "./poll-open-payments.ts";
import { reversePayment } from "./reverse-payment.ts";
import { cafe, failureOf, newKey, openPaymentFixture, type PaymentFixture } from "./testing/payment-fixture.ts";

let fixture: PaymentFixture;
beforeEach(async () => {
  fixture = await openPaymentFixture();
});
afterEach(() => fixture.drop());

/** A refund of a whole payment whose call gets no response and never reaches the gateway. */
async function loseRefund() {
  const { paymentId } = await fixture.succeeded();
  fixture.epos.fault = "drop_before";
  expect(await failureOf(fixture.refund(paymentId, 1234))).toMatchObject({ code: "outcome_unknown" });
  const [refund] = (await fixture.read(paymentId)).refunds;
  if (!refund) throw new Error("no refund");
  return { paymentId, refund };
}

async function loseReversal() {
  const { paymentId } = await fixture.succeeded();
  fixture.epos.fault = "drop_before";
  const request = { ...cafe, paymentId, idempotencyKey: newKey(), input: {} };
  expect(await failureOf(reversePayment(fixture.ctx(), request))).toMatchObject({ code: "outcome_unknown" });
  return { paymentId, request };
}

/** Rounds of the job over three days, with complete readings all the time. */
async function letDaysPass() {
  for (let days = 0; days < 3; days++) {
    await fixture.pass(24 * 3_600_000);
    await pollOpenPayments(fixture.ctx());
  }
}

const mark = (paymentId: string, ctx = fixture.ctx(), input: object = { reason: "The gateway's support says so" }) =>
  markNotProcessed(ctx, { ...cafe, paymentId, input });

/** The gateway shows the refund after all. */
function showLate(referenceNumber: string) {
  fixture.epos.payments.push({
    payment_id: "late-refund",
    status: "Success",
    amount: { value: 1234, currency_code: "EUR" },
    terminal_id: "81000001",
    reference_number: referenceNumber,
    created_at: new Date().toISOString(),
  });
}

test("a reversal that the gateway accepted and never shows stands until it is marked as not processed", async () => {
  const { paymentId, gatewayPaymentId } = await fixture.succeeded();
  const shown = fixture.epos.payments.find((item) => item.payment_id === gatewayPaymentId);
  fixture.epos.fault = { status: 200, body: JSON.stringify({ ...shown, refund: undefined }) };
  const reverse = () => reversePayment(fixture.ctx(), { ...cafe, paymentId, idempotencyKey: newKey(), input: {} });
  expect(await reverse()).toMatchObject({ status: "success", openReversal: { isUnknown: false } });
  expect(await failureOf(reverse())).toMatchObject({ code: "conflict" });
  expect(await failureOf(fixture.refund(paymentId, 1))).toMatchObject({ code: "conflict" });
  expect(await failureOf(mark(paymentId))).toMatchObject({ code: "conflict" });
  await fixture.pass(180_000);
  expect(await mark(paymentId)).toMatchObject({ status: "success", refundableMinor: 1234, openReversal: null });
  expect(await fixture.refund(paymentId, 1234)).toMatchObject({ payment: { kind: "refund" } });
});

describe("money sent without a response", () => {
  test("a refund the gateway never shows stays unknown, and its amount is not released", async () => {
    const { paymentId, refund } = await loseRefund();
    await letDaysPass();
    const shown = await fixture.read(refund.paymentId);
    expect(shown).toMatchObject({
      status: "unknown",
      outcome: {
        verdict: "cannot_tell",
        notBefore: null,
        looks: expect.arrayContaining([expect.objectContaining({ isComplete: true })]),
      },
    });
    expect(await fixture.read(paymentId)).toMatchObject({ refundableMinor: 0 });
    expect(await failureOf(fixture.refund(paymentId, 1))).toEqual({ code: "invalid_input", fields: ["amountMinor"] });
  });

  test("a reversal the gateway never shows stays unknown, and nothing can be refunded beside it", async () => {
    const { paymentId, request } = await loseReversal();
    await letDaysPass();
    expect(await fixture.read(paymentId)).toMatchObject({ status: "success", refundableMinor: 0, openAct: { act: "reversal" } });
    expect(await failureOf(reversePayment(fixture.ctx(), request))).toMatchObject({ code: "outcome_unknown" });
    const other = { ...request, idempotencyKey: newKey() };
    expect(await failureOf(reversePayment(fixture.ctx(), other))).toMatchObject({ code: "conflict" });
    expect(await failureOf(fixture.refund(paymentId, 1))).toMatchObject({ code: "conflict" });
  });

  test("a reversal of an old payment is polled as often as one of a young payment", async () => {
    const { paymentId } = await fixture.succeeded();
    await fixture.pass(45 * 86_400_000);
    fixture.epos.fault = "drop_after";
    const request = { ...cafe, paymentId, idempotencyKey: newKey(), input: {} };
    expect(await failureOf(reversePayment(fixture.ctx(), request))).toMatchObject({ code: "outcome_unknown" });
    await fixture.pass(3_000);
    await pollOpenPayments(fixture.ctx());
    const [row] = await fixture.store.db.select().from(paymentTable).where(eq(paymentTable.id, paymentId));
    expect(row?.status).toBe("reversed");
  });

  test.each([
    ["minutes after it, of a payment of two days ago", 2, 20 * 60_000],
    ["of a payment of 41 days ago", 41, 2 * 3_600_000],
  ])("a reversal that the gateway accepted and shows later is polled: %s", async (_, days, laterMs) => {
    const { paymentId, gatewayPaymentId } = await fixture.succeeded();
    await fixture.pass(days * 86_400_000);
    const shown = fixture.epos.payments.find((item) => item.payment_id === gatewayPaymentId);
    fixture.epos.fault = { status: 200, body: JSON.stringify(shown) };
    const request = { ...cafe, paymentId, idempotencyKey: newKey(), input: {} };
    expect(await reversePayment(fixture.ctx(), request)).toMatchObject({ status: "success" });
    await fixture.pass(60_000);
    expect(await pollOpenPayments(fixture.ctx())).toBeGreaterThan(0);
    // Not due yet, but soon.
    expect(await pollOpenPayments(fixture.ctx())).toBeGreaterThan(0);
    if (shown) shown.status = "Reversed";
    await fixture.pass(laterMs);
    await pollOpenPayments(fixture.ctx());
    const [row] = await fixture.store.db.select().from(paymentTable).where(eq(paymentTable.id, paymentId));
    expect(row?.status).toBe("reversed");
  });

  test("a reversal of an old payment that was marked as not processed is still looked for", async () => {
    const { paymentId, gatewayPaymentId } = await fixture.succeeded();
    await fixture.pass(41 * 86_400_000);
    const shown = fixture.epos.payments.find((item) => item.payment_id === gatewayPaymentId);
    fixture.epos.fault = { status: 200, body: JSON.stringify(shown) };
    await reversePayment(fixture.ctx(), { ...cafe, paymentId, idempotencyKey: newKey(), input: {} });
    await fixture.pass(180_000);
    expect(await mark(paymentId)).toMatchObject({ openReversal: null });
    if (shown) shown.status = "Reversed";
    await fixture.pass(2 * 3_600_000);
    await pollOpenPayments(fixture.ctx());
    const [row] = await fixture.store.db.select().from(paymentTable).where(eq(paymentTable.id, paymentId));
    expect(row?.status).toBe("reversed");
  });

  test("a reversal that shows up later is done", async () => {
    const { paymentId, request } = await loseReversal();
    await letDaysPass();
    for (const item of fixture.epos.payments) item.status = "Reversed";
    await fixture.pass(2_000);
    expect(await fixture.read(paymentId)).toMatchObject({ status: "reversed", openAct: null });
    expect(await reversePayment(fixture.ctx(), request)).toMatchObject({ status: "reversed" });
  });
});

describe("marking as not processed", () => {
  test("releases the amount of a refund, once, with an audit row", async () => {
    const { paymentId, refund } = await loseRefund();
    await fixture.pass(180_000);
    const [first, second] = await Promise.allSettled([mark(refund.paymentId), mark(refund.paymentId)]);
    expect([first, second].map((item) => item.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await fixture.read(refund.paymentId)).toMatchObject({
      status: "failed",
      outcome: { verdict: "did_not_happen" },
      problem: { code: "payment_not_taken" },
    });
    expect(await fixture.refund(paymentId, 1234)).toMatchObject({ payment: { kind: "refund", status: "success" } });
    const rows = (await readAudit(fixture.ctx())).filter((row) => row.act === "payment.not_processed");
    expect(rows).toMatchObject([{ target: refund.paymentId, actor: "admin@desk.example" }]);
  });

  test("lets a payment be refunded again after a reversal that did not happen", async () => {
    const { paymentId, request } = await loseReversal();
    await fixture.pass(180_000);
    expect(await mark(paymentId)).toMatchObject({ status: "success", refundableMinor: 1234 });
    expect(await failureOf(reversePayment(fixture.ctx(), request))).toMatchObject({ code: "payment_not_taken" });
    expect(await fixture.refund(paymentId, 1)).toMatchObject({ payment: { status: "success" } });
  });

  test("requires the permission, a recent re-authentication, a reason, and that the call has ended", async () => {
    const { paymentId, refund } = await loseRefund();
    expect(await failureOf(mark(refund.paymentId))).toMatchObject({ code: "conflict" });
    await fixture.pass(180_000);
    expect(await failureOf(mark(refund.paymentId, fixture.ctx({ permissions: [] })))).toMatchObject({ code: "forbidden" });
    const stale = fixture.ctx({ authenticatedAt: new Date(fixture.clock.now() - 3_600_000) });
    expect(await failureOf(mark(refund.paymentId, stale))).toMatchObject({ code: "proof_required" });
    expect(await failureOf(mark(refund.paymentId, fixture.ctx(), { reason: " " }))).toEqual({
      code: "invalid_input",
      fields: ["reason"],
    });
    expect(await failureOf(mark(paymentId))).toMatchObject({ code: "conflict" });
    expect(await fixture.read(refund.paymentId)).toMatchObject({ status: "unknown" });
  });
});

describe("operations found later", () => {
  test("a refund that was repeated is a conflict that both payments show", async () => {
    const { paymentId, refund } = await loseRefund();
    await fixture.pass(180_000);
    await mark(refund.paymentId);
    await fixture.refund(paymentId, 1234);
    showLate(refund.referenceNumber);
    await letDaysPass();
    const tooMuch = { code: "conflict", message: expect.stringContaining("More was refunded than paid") };
    expect(await fixture.read(refund.paymentId)).toMatchObject({ status: "success", problem: tooMuch });
    const original = await fixture.read(paymentId);
    expect(original).toMatchObject({ status: "success", refundableMinor: 0, problem: tooMuch });
    expect(original.timeline.at(-1)).toMatchObject({ note: tooMuch.message });
  });

  test("a refund that was not repeated is no conflict", async () => {
    const { paymentId, refund } = await loseRefund();
    await fixture.pass(180_000);
    await mark(refund.paymentId);
    showLate(refund.referenceNumber);
    await letDaysPass();
    expect(await fixture.read(refund.paymentId)).toMatchObject({ status: "success", problem: null });
    expect(await fixture.read(paymentId)).toMatchObject({ refundableMinor: 0, problem: null });
  });

  test("a reversal beside a refund is a conflict", async () => {
    const { paymentId } = await loseReversal();
    await fixture.pass(180_000);
    await mark(paymentId);
    await fixture.refund(paymentId, 1234);
    for (const item of fixture.epos.payments.filter((item) => !item.refund)) item.status = "Reversed";
    await letDaysPass();
    expect(await fixture.read(paymentId)).toMatchObject({
      status: "reversed",
      problem: { code: "conflict", message: expect.stringContaining("More was refunded than paid") },
    });
  });
});

test("an app whose own clock is ahead proves nothing by it", async () => {
  fixture.epos.fault = "drop_before";
  expect(await failureOf(fixture.create())).toMatchObject({ code: "outcome_unknown" });
  for (let round = 0; round < 4; round++) {
    fixture.clock.advance(600_000);
    await fixture.store.db.update(paymentTable).set({ askedAt: new Date(0) });
    await pollOpenPayments(fixture.ctx());
  }
  expect(await fixture.store.db.$count(paymentTable, eq(paymentTable.status, "failed"))).toBe(0);
});
