import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { paymentDetailState, paymentListState } from "#lib/contract/record-state.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { markNotProcessed } from "./internal/mark-not-processed.ts";
import { listMerchantPayments } from "./list-payments.ts";
import { cafe, failureOf, newKey, openPaymentFixture, type PaymentFixture, sale } from "./testing/payment-fixture.ts";
import { shownAfterTenMinutes } from "./testing/shown-after-ten-minutes.ts";

let fixture: PaymentFixture;
beforeEach(async () => {
  fixture = await openPaymentFixture();
});
afterEach(() => fixture.drop());

const gone = { payment_id: "gone", status: "InProgress", amount: { value: 1234, currency_code: "EUR" }, created_at: "" };

/** A refund of a whole payment that the gateway accepts, and whose own address answers 404 from then on. */
async function refundThatGoes() {
  const { paymentId } = await fixture.succeeded();
  fixture.epos.fault = { status: 200, body: JSON.stringify(gone) };
  const { payment: refund } = await fixture.refund(paymentId, 1234);
  expect(refund.status).toBe("in_progress");
  return { paymentId, refund };
}

async function paymentThatGoes() {
  const { payment } = await fixture.create();
  fixture.epos.payments.length = 0;
  return payment;
}

const show = (change: object) => fixture.epos.payments.push({ ...gone, terminal_id: sale.terminalId, ...change } as never);
const mark = (paymentId: string) =>
  markNotProcessed(fixture.ctx(), { ...cafe, paymentId, input: { reason: "The gateway's support says so" } });

describe("a refund in progress whose own address answers 404", () => {
  test("is found in the ledger", async () => {
    const { refund } = await refundThatGoes();
    const date = new Date(fixture.clock.now()).toISOString();
    fixture.epos.ledger = [
      {
        ...{ id: 1, date, payment_reference: "POSA1", transaction_type: "011", account_number: "50000000001" },
        ...{ transaction_currency: "EUR", transaction_amount: -12.34, sign: "Debit", terminal_id: sale.terminalId },
        reference_number: refund.referenceNumber,
      },
    ];
    expect(await shownAfterTenMinutes(fixture, refund.paymentId)).toMatchObject({ status: "success", outcome: null });
  });

  test("is found in the list of its terminal", async () => {
    const { refund } = await refundThatGoes();
    show({ payment_id: "renamed", status: "Success", reference_number: refund.referenceNumber });
    expect(await shownAfterTenMinutes(fixture, refund.paymentId)).toMatchObject({ status: "success" });
  });

  test("found nowhere stays in progress, and its amount is not released, until it is marked as not processed", async () => {
    const { paymentId, refund } = await refundThatGoes();
    expect(await failureOf(mark(refund.paymentId))).toMatchObject({ code: "conflict" });
    expect(await shownAfterTenMinutes(fixture, refund.paymentId)).toMatchObject({
      status: "in_progress",
      outcome: { verdict: "cannot_tell", notBefore: null, looks: [{ isComplete: true }, { isComplete: true }] },
    });
    expect(await failureOf(fixture.refund(paymentId, 1))).toMatchObject({ code: "invalid_input" });
    expect(await mark(refund.paymentId)).toMatchObject({ status: "failed", problem: { code: "payment_not_taken" } });
    expect(await fixture.refund(paymentId, 1234)).toMatchObject({ payment: { status: "success" } });
  });

  // Wrong: "failed, no money moved" of a refund that the gateway had.
  test("marked as not processed is told as that on its page and in lists, with its checks", async () => {
    const { refund } = await refundThatGoes();
    await shownAfterTenMinutes(fixture, refund.paymentId);
    await mark(refund.paymentId);
    const detail = await fixture.read(refund.paymentId);
    const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: { kind: "refund" } });
    expect([paymentDetailState(detail), ...items.map(paymentListState)].map(({ name }) => name)).toEqual([
      "refund_not_processed",
      "refund_not_processed",
    ]);
    expect(detail.outcome).toMatchObject({ verdict: "did_not_happen", notBefore: null, looks: [{}, {}] });
  });

  // Wrong: going by the checks of before, although the gateway has it again.
  test("that the gateway shows again cannot be marked as not processed", async () => {
    const { paymentId, refund } = await refundThatGoes();
    await shownAfterTenMinutes(fixture, refund.paymentId);
    show({ reference_number: refund.referenceNumber });
    expect(await failureOf(mark(refund.paymentId))).toMatchObject({ code: "conflict" });
    expect(await fixture.read(paymentId)).toMatchObject({ refundableMinor: 0 });
  });
});

test("a refund that the gateway shows in progress cannot be marked as not processed", async () => {
  const { refund } = await refundThatGoes();
  show({ reference_number: refund.referenceNumber });
  expect(await shownAfterTenMinutes(fixture, refund.paymentId)).toMatchObject({ status: "in_progress", outcome: null });
  expect(await failureOf(mark(refund.paymentId))).toMatchObject({ code: "conflict" });
});

describe("a payment in progress whose own address answers 404", () => {
  // The gateway had it: the customer may still pay, so absence proves nothing.
  test("found nowhere is never told to have failed", async () => {
    const { paymentId } = await paymentThatGoes();
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject({
      status: "in_progress",
      outcome: { verdict: "cannot_tell" },
    });
  });

  test("is not looked up while its call may still be under way", async () => {
    const { paymentId } = await paymentThatGoes();
    await fixture.pass(5_000);
    expect(await fixture.read(paymentId)).toMatchObject({ problem: { code: "gateway_not_found" }, outcome: null });
  });

  test("does not keep a cancellation without a response open", async () => {
    const { payment } = await fixture.create();
    fixture.epos.fault = "drop_before";
    const cancel = { ...cafe, paymentId: payment.paymentId, idempotencyKey: newKey(), input: {} };
    expect(await failureOf(cancelPayment(fixture.ctx(), cancel))).toMatchObject({ code: "outcome_unknown" });
    fixture.epos.payments.length = 0;
    expect(await shownAfterTenMinutes(fixture, payment.paymentId)).toMatchObject({ status: "in_progress", openAct: null });
  });
});
