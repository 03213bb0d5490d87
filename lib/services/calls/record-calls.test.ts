import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCalls, type NewGatewayCall } from "#lib/db/gateway-calls/gateway-calls.ts";
import { getPayment } from "../payments/get-payment.ts";
import { cafe, openPaymentFixture, type PaymentFixture } from "../payments/testing/payment-fixture.ts";
import { findRelated } from "../transactions/related.ts";
import { findRecordCalls } from "./find-record-calls.ts";

let fixture: PaymentFixture;
let [payment, refund] = ["", ""];
let merchantId = "";
beforeAll(async () => {
  fixture = await openPaymentFixture();
  payment = (await fixture.succeeded()).paymentId;
  refund = (await fixture.refund(payment, 100)).payment.paymentId;
  merchantId = (await fixture.merchant("cafe")).id;
  await insertCalls(fixture.store.db, [
    toCall(1, { paymentId: payment, method: "POST", path: "/epos/v1/payments", status: 201 }),
    ...[2, 3, 4].map((second) => toCall(second, { paymentId: payment })),
    toCall(5, { paymentId: refund, method: "POST", path: "/epos/v1/payments/refund", status: null, failure: "timeout" }),
    toCall(6, { paymentId: crypto.randomUUID() }),
    toCall(7, { reference: "REF-1", path: "/accounting/v1/transactions/{id}", status: 503 }),
    toCall(8, { reference: "REF-1", path: "/accounting/v1/transactions/{id}" }),
  ]);
});
afterAll(() => fixture.drop());

function toCall(second: number, call: Partial<NewGatewayCall>): NewGatewayCall {
  return {
    ...{
      environment: cafe.environment,
      merchantId,
      paymentId: null,
      reference: null,
      method: "GET",
      path: "/epos/v1/payments/{id}",
    },
    ...{ status: 200, failure: null, problem: null, calls: 1, ms: 10 * second, attempt: 1, process: "test:1" },
    at: new Date(Date.parse("2026-03-04T11:20:00Z") + second * 1_000),
    ...call,
  };
}

test("a payment's timeline has its calls, and repeated ones with the same answer as one", async () => {
  expect((await fixture.read(payment)).calls).toEqual([
    { at: "2026-03-04T11:20:01.000Z", kind: "payment_create", status: 201, failure: null, ms: 10, calls: 1 },
    { at: "2026-03-04T11:20:04.000Z", kind: "payment", status: 200, failure: null, ms: 40, calls: 3 },
  ]);
});

test("a viewer sees no calls", async () => {
  const detail = await getPayment(fixture.ctx({ role: "viewer" }), { ...cafe, paymentId: payment });
  expect(detail.calls).toEqual([]);
});

test("a transaction's timeline has those of its payment and refunds, and failed reads of itself", async () => {
  const merchant = await fixture.merchant("cafe");
  const { referenceNumber } = await fixture.read(payment);
  const { payments } = await findRelated(fixture.ctx(), { merchant, reference: "REF-1", rows: [{ referenceNumber }] });
  const paymentIds = payments.flatMap(({ paymentId, refunds }) => [paymentId, ...refunds.map((item) => item.paymentId)]);
  const calls = await findRecordCalls(fixture.ctx(), { merchantId, paymentIds, reference: "REF-1" });
  expect(calls.map(({ kind, status, failure }) => [kind, status, failure])).toEqual([
    ["payment_create", 201, null],
    ["payment", 200, null],
    ["payment_refund", null, "timeout"],
    ["transaction", 503, null],
  ]);
});

// Attack: another merchant's payment that happens to be named.
test("calls of another merchant are not shown", async () => {
  const { id } = await fixture.merchant("hotel");
  expect(await findRecordCalls(fixture.ctx(), { merchantId: id, paymentIds: [payment], reference: "REF-1" })).toEqual([]);
});
