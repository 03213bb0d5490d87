import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { moneyReturned, payment as paymentTable } from "#lib/db/schema/payment.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import type { ServiceContext } from "../context.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { getPayment } from "./get-payment.ts";
import { listPayments } from "./list-payments.ts";
import { refundPayment } from "./refund-payment.ts";
import { reversePayment } from "./reverse-payment.ts";
import { cafe, failureOf, newKey, openPaymentFixture, type PaymentFixture, sale } from "./testing/payment-fixture.ts";

let fixture: PaymentFixture;
beforeEach(async () => {
  fixture = await openPaymentFixture();
});
afterEach(() => fixture.drop());

describe("changing a payment", () => {
  test("cancel ends a payment in progress, once, and is refused for one that succeeded", async () => {
    const { payment } = await fixture.create();
    const idempotencyKey = newKey();
    const cancel = () => cancelPayment(fixture.ctx(), { ...cafe, paymentId: payment.paymentId, idempotencyKey, input: {} });
    expect(await cancel()).toMatchObject({ status: "canceled" });
    expect(await cancel()).toMatchObject({ status: "canceled" });
    expect(fixture.epos.changes).toBe(2);
    const { paymentId } = await fixture.succeeded();
    const late = cancelPayment(fixture.ctx(), { ...cafe, paymentId, idempotencyKey: newKey(), input: {} });
    expect(await failureOf(late)).toMatchObject({ code: "conflict" });
  });

  // Wrong: a customer who was told of their refund loses it, by somebody without the permission to refund.
  test("a refund in progress cannot be cancelled", async () => {
    const { paymentId } = await fixture.succeeded();
    fixture.epos.fault = {
      status: 200,
      body: JSON.stringify({ ...fixture.epos.payments[0], payment_id: "r", status: "InProgress" }),
    };
    const { payment: refund } = await fixture.refund(paymentId, 1234);
    expect(refund.status).toBe("in_progress");
    const { changes } = fixture.epos;
    const request = { ...cafe, paymentId: refund.paymentId, idempotencyKey: newKey(), input: {} };
    expect(await failureOf(cancelPayment(fixture.ctx(), request))).toMatchObject({ code: "conflict" });
    expect(fixture.epos.changes).toBe(changes);
  });

  test("a cancellation without a response is unknown until the gateway shows its outcome", async () => {
    const { payment } = await fixture.create();
    fixture.epos.fault = "drop_after";
    const request = { ...cafe, paymentId: payment.paymentId, idempotencyKey: newKey(), input: {} };
    expect(await failureOf(cancelPayment(fixture.ctx(), request))).toMatchObject({ code: "outcome_unknown" });
    await fixture.pass(2_000);
    expect(await fixture.read(payment.paymentId)).toMatchObject({ status: "canceled" });
    expect(await cancelPayment(fixture.ctx(), request)).toMatchObject({ status: "canceled" });
  });

  test("a reversal returns the whole amount; without the permission it is forbidden", async () => {
    const { paymentId } = await fixture.succeeded();
    const request = { ...cafe, paymentId, idempotencyKey: newKey(), input: { reason: "Double charge" } };
    expect(await failureOf(reversePayment(fixture.ctx({ permissions: [] }), request))).toMatchObject({ code: "forbidden" });
    expect(await reversePayment(fixture.ctx(), request)).toMatchObject({ status: "reversed", refundableMinor: 0 });
    expect(await failureOf(fixture.refund(paymentId, 1))).toMatchObject({ code: "conflict" });
  });

  // Found in the ledger, which does not name it.
  test("a payment whose number at the gateway is not known is not reversed, and the refusal says why", async () => {
    const { paymentId } = await fixture.succeeded();
    await fixture.store.db.update(paymentTable).set({ gatewayPaymentId: null });
    const sent = fixture.epos.changes;
    const reversal = { ...cafe, paymentId, idempotencyKey: newKey(), input: {} };
    await expect(reversePayment(fixture.ctx(), reversal)).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "reverse_without_number" },
    });
    expect(fixture.epos.changes).toBe(sent);
  });

  test("a short response to a reversal leaves the payment's card and codes", async () => {
    const { payment } = await fixture.create();
    for (const item of fixture.epos.payments)
      Object.assign(item, { status: "Success", pan: "****4242", amount: { ...item.amount, tip: 0 } });
    await fixture.pass(2_000);
    const { fields } = await fixture.read(payment.paymentId);
    const short = { payment_id: payment.gatewayPaymentId, status: "Reversed", pan: null, amount: { value: 1234 } };
    fixture.epos.fault = { status: 200, body: JSON.stringify(short) };
    const reversal = { ...cafe, paymentId: payment.paymentId, idempotencyKey: newKey(), input: {} };
    expect(await reversePayment(fixture.ctx(), reversal)).toMatchObject({ status: "reversed" });
    const isStatus = ({ label }: { label: string }) => label === "Status";
    const after = (await fixture.read(payment.paymentId)).fields;
    expect(after.filter((field) => !isStatus(field))).toEqual(fields.filter((field) => !isStatus(field)));
    expect(after.find(isStatus)).toMatchObject({ value: "Reversed" });
  });

  test("from EUR 100.00 on, a refund needs a recent re-authentication", async () => {
    const { paymentId } = await fixture.succeeded({ ...sale, amountMinor: 20_000 });
    const stale = fixture.ctx({ authenticatedAt: new Date(fixture.clock.now() - 3_600_000) });
    const act = (amountMinor: number) => ({
      ...cafe,
      paymentId,
      idempotencyKey: newKey(),
      input: { amountMinor, reason: "Returned" },
    });
    const refused = { code: "proof_required" };
    expect(await failureOf(refundPayment(stale, act(10_000)))).toMatchObject(refused);
    expect(await failureOf(reversePayment(stale, { ...act(0), input: {} }))).toMatchObject(refused);
    expect(fixture.epos.changes).toBe(1);
    expect(await refundPayment(stale, act(9_999))).toMatchObject({ payment: { status: "success" } });
    expect(await refundPayment(fixture.ctx(), act(10_000))).toMatchObject({
      isNew: true,
    });
  });

  describe("small amounts add up over a day", () => {
    const stale = (person: object = {}) => fixture.ctx({ authenticatedAt: new Date(fixture.clock.now() - 3_600_000), ...person });
    const refundAs = (ctx: ServiceContext, paymentId: string, amountMinor: number, idempotencyKey = newKey()) =>
      refundPayment(ctx, { ...cafe, paymentId, idempotencyKey, input: { amountMinor, reason: "Returned" } });
    const refused = { code: "proof_required" };
    // Sequentially, because each changes the times of all payments.
    const many = async (count: number) => {
      const payments: Awaited<ReturnType<typeof fixture.succeeded>>[] = [];
      while (payments.length < count) payments.push(await fixture.succeeded({ ...sale, amountMinor: 20_000 }));
      return payments;
    };

    test("one account's refunds of several payments and reversals are one sum, which restarts a day later", async () => {
      const [first, second, third] = await many(3);
      const key = newKey();
      const once = () => refundAs(stale(), first?.paymentId ?? "", 9_999, key);
      expect(await once()).toMatchObject({ isNew: true });
      expect(await failureOf(refundAs(stale(), second?.paymentId ?? "", 9_999))).toMatchObject(refused);
      expect(await once()).toMatchObject({ isNew: false });
      const small = await fixture.succeeded({ ...sale, amountMinor: 100 });
      const reversal = { ...cafe, paymentId: small.paymentId, idempotencyKey: newKey(), input: {} };
      expect(await failureOf(reversePayment(stale(), reversal))).toMatchObject(refused);
      const colleague = stale({ id: crypto.randomUUID() });
      expect(await refundAs(colleague, third?.paymentId ?? "", 9_999)).toMatchObject({ isNew: true });
      await fixture.store.db.update(moneyReturned).set({ at: sql`now() - interval '24 hours 1 second'` });
      expect(await reversePayment(stale(), reversal)).toMatchObject({ status: "reversed" });
    });

    test("several accounts' refunds of one payment are one sum too", async () => {
      const [payment] = await many(1);
      expect(await refundAs(stale(), payment?.paymentId ?? "", 6_000)).toMatchObject({ isNew: true });
      const colleague = stale({ id: crypto.randomUUID() });
      expect(await failureOf(refundAs(colleague, payment?.paymentId ?? "", 6_000))).toMatchObject(refused);
    });

    test("concurrent refunds of one account cannot exceed the sum", async () => {
      const payments = await many(8);
      const outcomes = await Promise.allSettled(payments.map(({ paymentId }) => refundAs(stale(), paymentId, 3_000)));
      expect(outcomes.filter((item) => item.status === "fulfilled")).toHaveLength(3);
    });

    test.each([
      ["81000002", "JPY", 14_999, undefined],
      ["81000002", "JPY", 15_000, "proof_required"],
      ["81000003", "KWD", 1, "proof_required"],
    ])(
      "at terminal %s, %s %i has its currency's own limit, or none and is asked for",
      async (terminalId, currency, amountMinor, code) => {
        const { paymentId } = await fixture.succeeded({ terminalId, currency, amountMinor: 20_000 });
        const outcome = refundAs(stale(), paymentId, amountMinor).catch((thrown) => thrown);
        expect((await outcome).code).toBe(code);
      },
    );
  });

  test("twenty concurrent refunds never return more than was paid", async () => {
    const { paymentId } = await fixture.succeeded();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => fixture.refund(paymentId, 300)));
    expect(outcomes.filter((item) => item.status === "fulfilled")).toHaveLength(4);
    const given = fixture.epos.payments.filter((item) => item.refund).reduce((sum, item) => sum + item.amount.value, 0);
    expect(given).toBe(1200);
    const detail = await fixture.read(paymentId);
    expect(detail).toMatchObject({ refundableMinor: 34 });
    expect(detail.refunds).toHaveLength(4);
    expect(await failureOf(fixture.refund(paymentId, 35))).toEqual({ code: "invalid_input", fields: ["amountMinor"] });
    expect(await fixture.refund(paymentId, 34)).toMatchObject({ payment: { kind: "refund", originalId: paymentId } });
  });

  test("a refund with an unknown outcome counts as done; a refused one does not", async () => {
    const { paymentId } = await fixture.succeeded();
    fixture.epos.fault = { status: 400, body: '{"title":"No"}' };
    expect(await failureOf(fixture.refund(paymentId, 1234))).toMatchObject({ code: "gateway_invalid" });
    fixture.epos.fault = "drop_before";
    expect(await failureOf(fixture.refund(paymentId, 1234))).toMatchObject({ code: "outcome_unknown" });
    expect(await failureOf(fixture.refund(paymentId, 1))).toEqual({ code: "invalid_input", fields: ["amountMinor"] });
    const reversal = reversePayment(fixture.ctx(), { ...cafe, paymentId, idempotencyKey: newKey(), input: {} });
    expect(await failureOf(reversal)).toMatchObject({ code: "conflict" });
  });

  describe("given back at the gateway, and stored as such,", () => {
    /** What the ledger has under a payment's reference. */
    async function givenBackElsewhere(type: string, amount: number, { referenceNumber = "", later = 0 } = {}) {
      const paid = await fixture.succeeded(referenceNumber === "" ? sale : { ...sale, referenceNumber });
      const row = {
        date: new Date(fixture.clock.now()).toISOString(),
        payment_reference: "POSA1",
        account_number: "50000000001",
      };
      const sold = { transaction_type: "501", transaction_amount: 12.34, sign: "Credit", terminal_id: "81000001" };
      const back = { transaction_type: type, transaction_amount: -amount, sign: "Debit" };
      fixture.epos.ledger = [
        { ...row, ...sold, id: 1, transaction_currency: "EUR", reference_number: paid.referenceNumber },
        { ...row, ...back, id: 2, transaction_currency: "EUR" },
        ...Array.from({ length: later }, (_, index) => ({
          ...{ ...row, ...sold, id: 100 + index, transaction_currency: "EUR", payment_reference: `LATER${index}` },
          date: new Date(fixture.clock.now() + 60_000 + index).toISOString(),
          ...(index % 2 === 0 ? { terminal_id: "81000002" } : { transaction_amount: 1 + index }),
          reference_number: index % 3 === 0 ? `00${paid.referenceNumber}` : paid.referenceNumber,
        })),
      ];
      await listMerchantTransactions(fixture.ctx(), { ...cafe, input: {} });
      return paid;
    }
    const reverse = (paymentId: string) =>
      reversePayment(fixture.ctx(), { ...cafe, paymentId, idempotencyKey: newKey(), input: {} });

    test("a reversal leaves nothing to refund or reverse", async () => {
      const { paymentId } = await givenBackElsewhere("036", 12.34);
      expect(await failureOf(fixture.refund(paymentId, 1234))).toMatchObject({ code: "conflict" });
      expect(await failureOf(reverse(paymentId))).toMatchObject({ code: "conflict" });
      expect(await fixture.read(paymentId)).toMatchObject({ status: "success", refundableMinor: 0 });
      expect(fixture.epos.changes).toBe(1);
    });

    test("it counts however many newer sales carry the same reference", async () => {
      const { paymentId } = await givenBackElsewhere("011", 12.34, { referenceNumber: "TABLE 4", later: 30 });
      expect(await failureOf(fixture.refund(paymentId, 1))).toEqual({ code: "invalid_input", fields: ["amountMinor"] });
      expect(await failureOf(reverse(paymentId))).toMatchObject({ code: "conflict" });
      const { items } = await listPayments(fixture.ctx(), { environment, input: {} });
      expect(items).toMatchObject([{ refundableMinor: 0 }]);
      expect(fixture.epos.changes).toBe(1);
    });

    test.each([
      ["a refund", "011"],
      ["a chargeback", "042"],
    ])("%s leaves the rest", async (_, type) => {
      const { paymentId } = await givenBackElsewhere(type, 10);
      const { items } = await listPayments(fixture.ctx(), { environment, input: {} });
      expect(items).toMatchObject([{ refundableMinor: 234 }]);
      expect(await failureOf(fixture.refund(paymentId, 235))).toEqual({ code: "invalid_input", fields: ["amountMinor"] });
      expect(await failureOf(reverse(paymentId))).toMatchObject({ code: "conflict" });
      expect(await fixture.refund(paymentId, 234)).toMatchObject({ payment: { kind: "refund" } });
      expect(await fixture.read(paymentId)).toMatchObject({ refundableMinor: 0 });
    });
  });

  test("fifty copies of one refund at once make one refund", async () => {
    const { paymentId } = await fixture.succeeded();
    const key = newKey();
    await Promise.all(Array.from({ length: 50 }, () => fixture.refund(paymentId, 10, key)));
    expect(fixture.epos.payments.filter((item) => item.refund)).toHaveLength(1);
  });

  test("another merchant's payment is not found, nor is an invalid id", async () => {
    const { payment } = await fixture.create();
    for (const question of [
      { environment, merchant: "hotel", paymentId: payment.paymentId },
      { ...cafe, paymentId: "nonsense" },
    ] as const) {
      expect(await failureOf(getPayment(fixture.ctx(), question))).toMatchObject({ code: "not_found" });
    }
  });
});
