import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { payment as paymentTable } from "#lib/db/schema/payment.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { listMerchantPayments, listPayments } from "./list-payments.ts";
import { pollOpenPayments } from "./poll-open-payments.ts";
import { cafe, failureOf, newKey, openPaymentFixture, type PaymentFixture, sale } from "./testing/payment-fixture.ts";

let fixture: PaymentFixture;
const open = async () => {
  fixture = await openPaymentFixture();
};
const drop = () => fixture.drop();

describe("when the connection breaks", () => {
  beforeEach(open);
  afterEach(drop);

  test("a response lost after the gateway acted is unknown, then found by its reference and polled", async () => {
    fixture.epos.fault = "drop_after";
    const key = newKey();
    const failure = await failureOf(fixture.create(sale, key));
    expect(failure).toEqual({ code: "outcome_unknown", values: ["paymentId"] });
    expect(await failureOf(fixture.create(sale, key))).toEqual(failure);
    const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} });
    expect(items).toMatchObject([{ status: "unknown", gatewayPaymentId: null }]);
    if (fixture.epos.payments[0]) fixture.epos.payments[0].status = "Success";
    await fixture.pass(3_000);
    expect(await pollOpenPayments(fixture.ctx())).toBe(1);
    expect(await fixture.create(sale, key)).toMatchObject({ isNew: false, payment: { status: "success" } });
    expect(fixture.epos.changes).toBe(1);
  });

  test("a response lost before the gateway acted stays unknown and is never sent again automatically", async () => {
    fixture.epos.fault = "drop_before";
    expect(await failureOf(fixture.create())).toMatchObject({ code: "outcome_unknown" });
    await fixture.pass(600_000);
    await pollOpenPayments(fixture.ctx());
    const { items } = await listPayments(fixture.ctx(), { environment, input: {} });
    expect(items).toMatchObject([{ status: "unknown", merchant: "cafe" }]);
    expect(fixture.epos.changes).toBe(1);
  });

  test("another payment with the same reference but another amount does not count as ours", async () => {
    fixture.epos.fault = "drop_before";
    await failureOf(fixture.create({ ...sale, referenceNumber: "INV-9" }));
    fixture.epos.payments.push({
      payment_id: "elsewhere",
      status: "Success",
      amount: { value: 1, currency_code: "EUR" },
      terminal_id: "81000001",
      reference_number: "INV-9",
      created_at: new Date().toISOString(),
    });
    await fixture.pass(3_000);
    await pollOpenPayments(fixture.ctx());
    const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: { status: "unknown" } });
    expect(items).toHaveLength(1);
  });

  test("a 500 is unknown, with the gateway's message as rows until the outcome is known", async () => {
    fixture.epos.fault = { status: 500, body: '{"title":"Internal Server Error","detail":"Node 7","status":500}' };
    expect(await failureOf(fixture.create())).toMatchObject({ code: "outcome_unknown" });
    const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} });
    expect(items[0]?.problem).toEqual({
      code: "outcome_unknown",
      message: "The gateway answered 500, which proves nothing.",
      reason: "gateway_answer_uncertain",
      values: { status: 500 },
      rows: [
        { label: "Status", value: "500", reason: "field_status" },
        { label: "Title", value: "Internal Server Error", reason: "field_title" },
        { label: "Detail", value: "Node 7", reason: "field_detail" },
      ],
    });
  });

  test("a definite refusal is failed, with the gateway's message as rows, and a repeat returns the same", async () => {
    fixture.epos.fault = {
      status: 400,
      body: '{"title":"One or more validation errors occurred.","status":400,"errors":{"amount.value":["Too small."]}}',
    };
    const key = newKey();
    expect(await failureOf(fixture.create(sale, key))).toMatchObject({ code: "gateway_invalid" });
    expect(await failureOf(fixture.create(sale, key))).toMatchObject({ code: "gateway_invalid" });
    const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} });
    expect(items).toMatchObject([
      {
        status: "failed",
        problem: {
          code: "gateway_invalid",
          rows: expect.arrayContaining([
            { label: "Title", value: "One or more validation errors occurred.", reason: "field_title" },
            { label: "amount.value", value: "Too small." },
          ]),
        },
      },
    ]);
    expect(fixture.epos.changes).toBe(1);
  });

  test("without a session nothing is sent: the payment is failed with the reason", async () => {
    fixture.epos.refused.set("cli_cafe", 400);
    expect(await failureOf(fixture.create())).toMatchObject({ code: "merchant_refused" });
    const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} });
    expect(items).toMatchObject([
      { status: "failed", problem: { code: "merchant_refused", message: expect.stringContaining("Not sent") } },
    ]);
    expect(fixture.epos.changes).toBe(0);
  });

  test("a payment left sending by a process that died counts as unknown and is searched for", async () => {
    const { payment } = await fixture.create();
    await fixture.store.db.update(paymentTable).set({ status: "sending", gatewayPaymentId: null });
    await fixture.pass(61_000);
    const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} });
    expect(items).toMatchObject([{ status: "unknown" }]);
    expect(await fixture.read(payment.paymentId)).toMatchObject({
      status: "in_progress",
      gatewayPaymentId: fixture.epos.payments[0]?.payment_id,
    });
  });

  test("a gateway that cannot be queried leaves the state unchanged, with the reason", async () => {
    const { payment } = await fixture.create();
    await fixture.epos.close();
    await fixture.pass(2_000);
    expect(await fixture.read(payment.paymentId)).toMatchObject({
      status: "in_progress",
      problem: { code: "gateway_unavailable" },
    });
  });
});

describe("an ambiguous response", () => {
  beforeAll(open);
  afterAll(drop);

  test.each([
    ["a web page", { status: 200, body: "<html>" }],
    ["half a JSON", { status: 201, body: '{"payment_id":"65' }],
    ["nothing", { status: 201, body: "" }],
    ["a 200 with an error inside", { status: 200, body: '{"error":"busy"}' }],
    ["500", { status: 500, body: "{}" }],
    ["429", { status: 429, body: "{}" }],
  ])("%s as an answer is unknown", async (_, fault) => {
    fixture.epos.fault = fault;
    expect(await failureOf(fixture.create())).toMatchObject({ code: "outcome_unknown" });
  });
});
