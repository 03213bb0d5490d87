import { afterEach, beforeEach, expect, test } from "vitest";
import { paymentDetailState, paymentListState } from "#lib/contract/record-state.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { listMerchantPayments } from "./list-payments.ts";
import { reversePayment } from "./reverse-payment.ts";
import { cafe, failureOf, newKey, openPaymentFixture, type PaymentFixture, sale } from "./testing/payment-fixture.ts";

let fixture: PaymentFixture;
beforeEach(async () => {
  fixture = await openPaymentFixture();
});
afterEach(() => fixture.drop());

const eur = (amountMinor: number) => ({ amountMinor, currency: "EUR" });

/** A payment of 12.34 with a tip of 0.66, and how the ledger has it, in major units. */
async function paidWithTip(recorded?: number) {
  const payment = await fixture.succeeded({ ...sale, tipMinor: 66 });
  if (recorded === undefined) return payment;
  fixture.epos.ledger = [
    {
      ...{ id: 1, date: new Date(fixture.clock.now()).toISOString(), payment_reference: "POSA1", transaction_type: "501" },
      ...{ transaction_currency: "EUR", transaction_amount: recorded, sign: "Credit", account_number: "50000000001" },
      ...{ terminal_id: sale.terminalId, reference_number: payment.referenceNumber },
    },
  ];
  await listMerchantTransactions(fixture.ctx(), { ...cafe, input: {} });
  return payment;
}

/** The state of a payment on its page and in the list. */
async function shown(paymentId: string) {
  const state = paymentDetailState(await fixture.read(paymentId));
  const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: { kind: "payment" } });
  expect(items.map((item) => paymentListState(item).name)).toEqual([state.name]);
  return state;
}

const reverse = (paymentId: string, ctx = fixture.ctx()) =>
  reversePayment(ctx, { ...cafe, paymentId, idempotencyKey: newKey(), input: {} });

// Wrong: the payment's page says 12.34, its transaction's 13.00.
test.each([
  ["with the tip, says it with the tip", 13.0, eur(1300)],
  ["without the tip, says it without", 12.34, eur(1234)],
  ["not yet, says no amount, since gateways differ", undefined, null],
])("what is said of a payment with a tip that the ledger has %s", async (_, recorded, amount) => {
  const { paymentId } = await paidWithTip(recorded);
  expect(await shown(paymentId)).toMatchObject({ name: "successful", values: { amount } });
});

test.each([
  ["with the tip, is partly refunded", 13.0, { name: "partly_refunded", values: { amount: eur(1234), other: eur(1300) } }],
  ["without the tip, is refunded", 12.34, { name: "refunded", values: { amount: eur(1234) } }],
  ["not yet, is refunded in part", undefined, { name: "partly_refunded", values: { amount: eur(1234), other: null } }],
])("a payment with a tip that the ledger has %s once its amount was refunded", async (_, recorded, state) => {
  const { paymentId } = await paidWithTip(recorded);
  await fixture.refund(paymentId, 1234);
  expect(await shown(paymentId)).toMatchObject(state);
  expect(await fixture.read(paymentId)).toMatchObject({ refundableMinor: 0 });
  expect(await failureOf(fixture.refund(paymentId, 66))).toMatchObject({ code: "invalid_input" });
});

test("a reversed payment with a tip says what the ledger has", async () => {
  const { paymentId } = await paidWithTip(13.0);
  await reverse(paymentId);
  expect(await shown(paymentId)).toMatchObject({ name: "reversed", values: { amount: eur(1300) } });
});

// Attack: 501.00 is given back under a limit of 100.00, as the payment's amount is 1.00.
test("a reversal counts the tip towards the sum that needs a re-authentication, and its audit row has it", async () => {
  const { paymentId } = await fixture.succeeded({ ...sale, amountMinor: 100, tipMinor: 50_000 });
  expect(await failureOf(reverse(paymentId, fixture.ctx({ authenticatedAt: new Date(0) })))).toMatchObject({
    code: "proof_required",
  });
  expect(await reverse(paymentId)).toMatchObject({ status: "reversed" });
  const audited = (await readAudit(fixture.ctx())).filter(({ act }) => act === "payment.reversal");
  expect(audited.map(({ detail }) => detail)).toMatchObject([{ amount: "EUR 1.00", tip: "EUR 500.00" }]);
});
