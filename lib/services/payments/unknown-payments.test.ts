import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAppError } from "#lib/core/errors.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import type { ServiceContext } from "../context.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { createPayment } from "./create-payment.ts";
import { listMerchantPayments } from "./list-payments.ts";
import { pollOpenPayments } from "./poll-open-payments.ts";
import { refundPayment } from "./refund-payment.ts";
import { reversePayment } from "./reverse-payment.ts";
import { cafe, failureOf, newKey, openPaymentFixture, type PaymentFixture, sale } from "./testing/payment-fixture.ts";

let fixture: PaymentFixture;
beforeEach(async () => {
  fixture = await openPaymentFixture();
});
afterEach(() => fixture.drop());

/** Creates a payment whose call gets no clear response. */
async function lose(fault: PaymentFixture["epos"]["fault"], ctx: ServiceContext = fixture.ctx(), input: object = sale) {
  fixture.epos.fault = fault;
  const idempotencyKey = newKey();
  const again = () => createPayment(ctx, { ...cafe, idempotencyKey, input });
  const failure = await again().catch((thrown: unknown) => thrown);
  if (!isAppError(failure) || failure.code !== "outcome_unknown") throw failure;
  return { paymentId: String(failure.details?.values?.paymentId), again };
}

/** The payment's state after the job has run for this many seconds. */
async function shownAfter(seconds: number, paymentId: string) {
  for (let passed = 0; passed < seconds; passed += 15) {
    await fixture.pass(15_000);
    await pollOpenPayments(fixture.ctx());
  }
  return fixture.read(paymentId);
}

function secondsBetween(start: string, end: string | null | undefined): number {
  return (Date.parse(end ?? "") - Date.parse(start)) / 1_000;
}

describe("an unknown outcome", () => {
  test("is resolved as not happened only by two complete checks two minutes apart, after the call's time limit", async () => {
    const { paymentId, again } = await lose("drop_before");
    const early = await shownAfter(45, paymentId);
    expect(early).toMatchObject({ status: "unknown", outcome: { verdict: "cannot_tell" } });
    expect(secondsBetween(early.createdAt, early.outcome?.notBefore)).toBe(180);
    expect(await shownAfter(120, paymentId)).toMatchObject({ status: "unknown", outcome: { verdict: "cannot_tell" } });
    const late = await shownAfter(30, paymentId);
    expect(late).toMatchObject({
      status: "failed",
      outcome: { verdict: "did_not_happen", notBefore: null },
      problem: { code: "payment_not_taken", rows: [{ value: expect.stringContaining("and the transaction records") }, {}] },
    });
    await expect(again()).rejects.toMatchObject({ code: "payment_not_taken" });
    expect(fixture.epos.changes).toBe(1);
  });

  test("is resolved as happened as soon as the terminal lists it, and polled to its end", async () => {
    const { paymentId } = await lose("drop_after");
    const found = await shownAfter(15, paymentId);
    expect(found).toMatchObject({ status: "in_progress", outcome: { verdict: "happened", notBefore: null } });
    expect(found.timeline.at(-1)).toMatchObject({ note: expect.stringContaining("terminal's payment list") });
    for (const item of fixture.epos.payments) item.status = "Success";
    expect(await shownAfter(15, paymentId)).toMatchObject({ status: "success" });
  });

  test("is resolved as happened when only the ledger has it", async () => {
    const { paymentId } = await lose("drop_before", fixture.ctx(), { ...sale, tipMinor: 66 });
    const { referenceNumber } = await fixture.read(paymentId);
    fixture.epos.ledger = [ledgerRow({ reference_number: referenceNumber, transaction_amount: 13.0 })];
    const found = await shownAfter(15, paymentId);
    expect(found).toMatchObject({ status: "success", outcome: { verdict: "happened" }, transaction: { reference: "POSA1" } });
  });

  test("is resolved as happened however many newer sales carry its typed reference", async () => {
    const { paymentId } = await lose("drop_before", fixture.ctx(), { ...sale, referenceNumber: "TABLE 4" });
    const named = { reference_number: "TABLE 4" };
    const later = { ...named, date: new Date(fixture.clock.now() + 60_000).toISOString(), terminal_id: "81000002" };
    fixture.epos.ledger = [
      ledgerRow(named),
      ...Array.from({ length: 501 }, (_, index) => ledgerRow({ ...later, id: 2 + index, payment_reference: `LATER${index}` })),
    ];
    const found = await shownAfter(15, paymentId);
    expect(found).toMatchObject({ status: "success", transaction: { reference: "POSA1" } });
  });

  test("is not decided by a row of another amount, sign or time under a typed reference", async () => {
    const { paymentId } = await lose("drop_before", fixture.ctx(), { ...sale, referenceNumber: "INV-9" });
    const other = { reference_number: "INV-9" };
    fixture.epos.ledger = [
      ledgerRow({ ...other, id: 1, transaction_amount: 1.0 }),
      ledgerRow({ ...other, id: 2, sign: "Debit", transaction_amount: -12.34 }),
      ledgerRow({ ...other, id: 3, date: new Date(fixture.clock.now() - 3_600_000).toISOString() }),
    ];
    expect(await shownAfter(15, paymentId)).toMatchObject({ status: "unknown" });
  });

  // Wrong: goods for a payment that never happened, and a refund with the money of another customer's sale.
  test.each([
    ["both in the terminal's list and in the ledger", 2, 2],
    ["in the ledger alone", 0, 2],
    ["in the terminal's list, of which the ledger has the first", 2, 1],
  ])("is not decided by several sales under a typed reference, %s", async (_, listed, booked) => {
    const { paymentId } = await lose("drop_before", fixture.ctx(), { ...sale, referenceNumber: "Table 5" });
    const named = { reference_number: "Table 5" };
    const created_at = new Date(fixture.clock.now() + 60_000).toISOString();
    const times = (count: number) => Array.from({ length: count }, (_item, index) => index + 1);
    for (const id of times(listed))
      fixture.epos.payments.push({ ...wirePayment, ...named, payment_id: `till-${id}`, created_at });
    fixture.epos.ledger = times(booked).map((id) => ledgerRow({ ...named, id, payment_reference: `POSA${id}` }));
    expect(await shownAfter(240, paymentId)).toMatchObject({
      status: "unknown",
      outcome: { verdict: "cannot_tell", looks: [{ isComplete: false, note: expect.stringContaining("several") }] },
    });
  });

  test("is resolved as happened by several bookings of one sale under a typed reference", async () => {
    const { paymentId } = await lose("drop_before", fixture.ctx(), { ...sale, referenceNumber: "Table 5" });
    fixture.epos.ledger = [1, 2].map((id) => ledgerRow({ reference_number: "Table 5", id }));
    expect(await shownAfter(15, paymentId)).toMatchObject({ status: "success" });
  });

  // The cashier takes the payment at the next terminal, under the same reference.
  test("is not decided by a sale of another terminal under a typed reference", {
    meta: { slow: "Looks for the payment until it is proven absent." },
  }, async () => {
    const { paymentId } = await lose("drop_before", fixture.ctx(), { ...sale, referenceNumber: "INV-9" });
    fixture.epos.ledger = [ledgerRow({ reference_number: "INV-9", terminal_id: "81000004" })];
    expect(await shownAfter(15, paymentId)).toMatchObject({ status: "unknown", transaction: null });
    expect(await shownAfter(195, paymentId)).toMatchObject({ status: "failed", outcome: { verdict: "did_not_happen" } });
    expect(await shownAfter(3_600, paymentId)).toMatchObject({ status: "failed" });
  });

  test("proven absent, it is not found again in a sale of another day under a typed reference", {
    meta: { slow: "Looks for the payment until it is proven absent." },
  }, async () => {
    const { paymentId } = await lose("drop_before", fixture.ctx(), { ...sale, referenceNumber: "INV-9" });
    expect(await shownAfter(210, paymentId)).toMatchObject({ status: "failed" });
    await fixture.pass(3 * 86_400_000);
    fixture.epos.ledger = [ledgerRow({ reference_number: "INV-9", date: new Date(fixture.clock.now()).toISOString() })];
    expect(await shownAfter(15, paymentId)).toMatchObject({ status: "failed" });
  });

  test.each([
    ["the ledger may not be read", () => Object.assign(fixture.epos, { ledger: undefined }), "could not be synced completely"],
    ["the list of the terminal is not whole", () => Object.assign(fixture.epos, { unlisted: 1 }), "more payments than"],
    ["a payment of the same amount has no reference", () => addAlike(), "without a reference"],
  ])(
    "stays untold when %s",
    { meta: { slow: "Looks for the payment twice, at the terminal and in the ledger." } },
    async (_, spoil, why) => {
      const { paymentId } = await lose("drop_before");
      spoil();
      const late = await shownAfter(600, paymentId);
      expect(late).toMatchObject({
        status: "unknown",
        outcome: { verdict: "cannot_tell", looks: [{ isComplete: false, note: expect.stringContaining(why) }] },
      });
      expect(secondsBetween(late.createdAt, late.outcome?.notBefore)).toBeGreaterThan(600);
    },
  );

  test("found later despite the proof counts again", {
    meta: { slow: "Reads the gateway's lists again for each proof." },
  }, async () => {
    const { paymentId } = await lose("drop_before");
    const { referenceNumber } = await fixture.read(paymentId);
    expect(await shownAfter(210, paymentId)).toMatchObject({ status: "failed" });
    const created_at = new Date(fixture.clock.now()).toISOString();
    fixture.epos.payments.push({
      ...wirePayment,
      payment_id: "late",
      reference_number: referenceNumber,
      created_at,
      status: "Success",
    });
    await fixture.pass(3_600_000);
    expect(await shownAfter(15, paymentId)).toMatchObject({ status: "success", problem: null, outcome: { verdict: "happened" } });
  });
});

test("nothing is sent once the call's time limit has passed", async () => {
  const ctx = fixture.ctx();
  const view = await ctx.gateways.environment(environment);
  const impatient = { ...view, paymentLimits: { callMs: 0, apartMs: 120_000 } };
  const gateways = { ...ctx.gateways, environment: async () => impatient };
  const payment = createPayment({ ...ctx, gateways }, { ...cafe, idempotencyKey: newKey(), input: sale });
  expect(await failureOf(payment)).toMatchObject({ code: "gateway_unavailable" });
  expect(fixture.epos.changes).toBe(0);
});

/** A machine that sleeps for longer than the call may take, before it has the credentials. */
function sleepy(ctx = fixture.ctx()): ServiceContext {
  const forMerchant: typeof ctx.gateways.forMerchant = (...call) => {
    fixture.clock.advance(61_000);
    return ctx.gateways.forMerchant(...call);
  };
  return { ...ctx, gateways: { ...ctx.gateways, forMerchant } };
}

// A timer stands still while the machine sleeps; another process may have proven the payment absent meanwhile.
test("nothing is sent after the time limit where the machine slept", async () => {
  const input = { ...cafe, idempotencyKey: newKey(), input: sale };
  expect(await failureOf(createPayment(sleepy(), input))).toMatchObject({ code: "gateway_unavailable" });
  expect(fixture.epos.changes).toBe(0);
  const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} });
  expect(items).toMatchObject([{ status: "failed", problem: { message: expect.stringContaining("Not sent") } }]);
});

test("nor is a cancellation, a reversal or a refund", async () => {
  const { paymentId } = await fixture.succeeded();
  const { payment: open } = await fixture.create();
  const { changes } = fixture.epos;
  const ctx = sleepy();
  const request = (id: string, input: object) => ({ ...cafe, paymentId: id, idempotencyKey: newKey(), input });
  for (const send of [
    () => cancelPayment(ctx, request(open.paymentId, {})),
    () => reversePayment(ctx, request(paymentId, {})),
    () => refundPayment(ctx, request(paymentId, { amountMinor: 100, reason: "Returned" })),
  ]) {
    expect(await failureOf(send())).toMatchObject({ code: "gateway_unavailable" });
  }
  expect(fixture.epos.changes).toBe(changes);
});

const wirePayment = {
  payment_id: "elsewhere",
  status: "Success",
  amount: { value: 1234, currency_code: "EUR" },
  terminal_id: "81000001",
  reference_number: null as string | null,
  created_at: "",
};

function addAlike(): void {
  fixture.epos.payments.push({ ...wirePayment, created_at: new Date(fixture.clock.now()).toISOString() });
}

function ledgerRow(change: object): object {
  return {
    id: 1,
    date: new Date(fixture.clock.now()).toISOString(),
    payment_reference: "POSA1",
    transaction_type: "501",
    transaction_currency: "EUR",
    transaction_amount: 12.34,
    sign: "Credit",
    terminal_id: "81000001",
    account_number: "50000000001",
    ...change,
  };
}
