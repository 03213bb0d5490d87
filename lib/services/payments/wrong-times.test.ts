import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isOwnReference, makeReference } from "./internal/generate-reference.ts";
import { listMerchantPayments } from "./list-payments.ts";
import { cafe, failureOf, openPaymentFixture, type PaymentFixture, sale } from "./testing/payment-fixture.ts";
import { shownAfterTenMinutes } from "./testing/shown-after-ten-minutes.ts";

const hourMs = 3_600_000;
let fixture: PaymentFixture;
beforeEach(async () => {
  fixture = await openPaymentFixture();
});
afterEach(() => fixture.drop());

/** A payment without a response; what the gateway shows of it decides. */
async function lose(input: object = {}) {
  fixture.epos.fault = "drop_before";
  expect(await failureOf(fixture.create({ ...sale, ...input }))).toMatchObject({ code: "outcome_unknown" });
  const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} });
  const [payment] = items;
  if (!payment) throw new Error("no payment");
  return payment;
}

const timeFromNow = (ms: number) => new Date(fixture.clock.now() + ms).toISOString();

function showAtTerminal(change: object): void {
  fixture.epos.payments.push({
    payment_id: "shown",
    status: "Success",
    amount: { value: 1234, currency_code: "EUR" },
    terminal_id: "81000001",
    reference_number: null,
    created_at: timeFromNow(0),
    ...change,
  });
}

function showInLedger(change: object): void {
  fixture.epos.ledger = [
    {
      id: 1,
      date: timeFromNow(0),
      payment_reference: "POSA1",
      transaction_type: "501",
      transaction_currency: "EUR",
      transaction_amount: 12.34,
      sign: "Credit",
      terminal_id: "81000001",
      account_number: "50000000001",
      ...change,
    },
  ];
}

const stillUnknown = (why: string) => ({
  status: "unknown",
  outcome: {
    verdict: "cannot_tell",
    looks: expect.arrayContaining([expect.objectContaining({ note: expect.stringContaining(why) })]),
  },
});

describe("times that are read in another zone", () => {
  test.each([-14, -3, 12])("our own reference is found at the terminal %i hours away", async (hours) => {
    const { paymentId, referenceNumber } = await lose();
    showAtTerminal({ reference_number: referenceNumber, created_at: timeFromNow(hours * hourMs) });
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject({ status: "success", outcome: { verdict: "happened" } });
  });

  test("our own reference is found in the ledger hours before the payment, including the earlier days needed", async () => {
    const { paymentId, referenceNumber } = await lose();
    showInLedger({ reference_number: referenceNumber, date: timeFromNow(-14 * hourMs) });
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject({ status: "success", outcome: { verdict: "happened" } });
    const asked = fixture.epos.requests.find((item) => item.url?.startsWith("/accounting/v1/transactions"));
    const from = new URL(asked?.url ?? "", fixture.epos.url).searchParams.get("from_date") ?? "";
    expect(Date.parse(from)).toBeLessThanOrEqual(fixture.clock.now() - 26 * hourMs);
  });

  test.each([
    ["at the terminal", () => showAtTerminal({ reference_number: "INV-9", created_at: timeFromNow(-3 * hourMs) })],
    ["in the ledger", () => showInLedger({ reference_number: "INV-9", date: timeFromNow(-3 * hourMs) })],
  ])("a reference the person typed, shown %s hours away, proves neither", async (_, show) => {
    const { paymentId } = await lose({ referenceNumber: "INV-9" });
    show();
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject(stillUnknown("time, amount or direction differs"));
  });

  test.each([
    ["hours away", () => ({ created_at: timeFromNow(-5 * hourMs) })],
    ["without a time", () => ({ created_at: "" })],
  ])("a payment of the amount without a reference, %s, proves neither", async (_, change) => {
    const { paymentId } = await lose();
    showAtTerminal(change());
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject(stillUnknown("without a reference"));
  });
});

// One made elsewhere was canceled, and the next one, sent from here, was paid: the last one listed must not decide.
test("two payments of the terminal under one typed reference prove nothing, in any order", {
  meta: { slow: "Looks for two payments until absence would be proven." },
}, async () => {
  const canceled = { payment_id: "before", status: "Canceled", reference_number: "INV-9", created_at: timeFromNow(-180_000) };
  const paid = { payment_id: "ours", status: "Success", reference_number: "INV-9", created_at: timeFromNow(0) };
  for (const listed of [
    [paid, canceled],
    [canceled, paid],
  ]) {
    fixture.epos.payments.length = 0;
    const { paymentId } = await lose({ referenceNumber: `INV-${listed[0]?.payment_id}` });
    for (const row of listed) showAtTerminal({ ...row, reference_number: `INV-${listed[0]?.payment_id}` });
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject(stillUnknown("several payments"));
  }
});

describe("our own reference with another amount", () => {
  test.each([
    [
      "at the terminal",
      (reference_number: string) => showAtTerminal({ reference_number, amount: { value: 1300, currency_code: "EUR" } }),
    ],
    ["in the ledger", (reference_number: string) => showInLedger({ reference_number, transaction_amount: 13 })],
    ["in the ledger as a debit", (reference_number: string) => showInLedger({ reference_number, sign: "Debit" })],
  ])("%s is never told to be absent", async (_, show) => {
    const { paymentId, referenceNumber } = await lose();
    show(referenceNumber);
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject(stillUnknown("time, amount or direction differs"));
  });

  test("an amount that includes the tip is ours", async () => {
    const { paymentId, referenceNumber } = await lose({ tipMinor: 66 });
    showAtTerminal({ reference_number: referenceNumber, amount: { value: 1300, currency_code: "EUR" } });
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject({ status: "success" });
  });
});

describe("a typed reference that the gateway writes in another form", () => {
  test.each([
    ["at the terminal", () => showAtTerminal({ reference_number: "INV-9" })],
    ["in the ledger", () => showInLedger({ reference_number: "INV9" })],
  ])("%s is never told to be absent", async (_, show) => {
    const { paymentId } = await lose({ referenceNumber: "inv-9" });
    show();
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject(stillUnknown("its spelling"));
  });

  test("long before is another payment", async () => {
    const { paymentId } = await lose({ referenceNumber: "inv-9" });
    showAtTerminal({ reference_number: "INV-9", created_at: timeFromNow(-48 * hourMs) });
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject({ outcome: { verdict: "did_not_happen" } });
  });

  test("a generated one is found in any form", async () => {
    const { paymentId, referenceNumber } = await lose();
    showAtTerminal({ reference_number: referenceNumber.toLowerCase() });
    expect(await shownAfterTenMinutes(fixture, paymentId)).toMatchObject({ status: "success" });
  });
});

// A gateway of Latin characters may write "???? 4".
test("a typed reference beyond printable ASCII is saved beside a generated one", async () => {
  const { payment } = await fixture.create({ ...sale, referenceNumber: "Маса 4" });
  expect(payment.ownReference).toBe("Маса 4");
  expect(isOwnReference(payment.referenceNumber)).toBe(true);
});

test("a typed reference in the generated form is saved beside a generated one", async () => {
  const typed = makeReference({ merchantId: "m", act: "create", key: "k" });
  const { payment } = await fixture.create({ ...sale, referenceNumber: typed });
  expect(payment.ownReference).toBe(typed);
  expect(payment.referenceNumber).not.toBe(typed);
});
