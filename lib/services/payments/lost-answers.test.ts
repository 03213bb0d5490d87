import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { environment } from "../../mirror/testing/test-desk.ts";
import { payment as paymentTable } from "../../store/schema/payment.ts";
import { followOpenPayments } from "./follow-open-payments.ts";
import { listMerchantPayments, listPayments } from "./list-payments.ts";
import { cafe, failureOf, newKey, openPaymentDesk, type PaymentDesk, sale } from "./testing/payment-desk.ts";

let desk: PaymentDesk;
const open = async () => {
  desk = await openPaymentDesk();
};
const drop = () => desk.drop();

describe("when the line goes dead", () => {
  beforeEach(open);
  afterEach(drop);

  test("an answer lost after the gateway acted is unknown, then found by its reference and followed", async () => {
    desk.epos.fault = "drop_after";
    const key = newKey();
    const failure = await failureOf(desk.create(sale, key));
    expect(failure).toEqual({ code: "outcome_unknown", fields: ["paymentId"] });
    expect(await failureOf(desk.create(sale, key))).toEqual(failure);
    const { items } = await listMerchantPayments(desk.ctx(), { ...cafe, input: {} });
    expect(items).toMatchObject([{ status: "unknown", gatewayPaymentId: null }]);
    if (desk.epos.payments[0]) desk.epos.payments[0].status = "Success";
    await desk.pass(3_000);
    expect(await followOpenPayments(desk.ctx())).toBe(1);
    expect(await desk.create(sale, key)).toMatchObject({ isNew: false, payment: { status: "success" } });
    expect(desk.epos.changes).toBe(1);
  });

  test("an answer lost before the gateway acted stays unknown and is never sent again by itself", async () => {
    desk.epos.fault = "drop_before";
    expect(await failureOf(desk.create())).toMatchObject({ code: "outcome_unknown" });
    await desk.pass(600_000);
    await followOpenPayments(desk.ctx());
    const { items } = await listPayments(desk.ctx(), { environment, input: {} });
    expect(items).toMatchObject([{ status: "unknown", merchant: "cafe" }]);
    expect(desk.epos.changes).toBe(1);
  });

  test("another payment with the same reference but another amount is not taken for ours", async () => {
    desk.epos.fault = "drop_before";
    await failureOf(desk.create({ ...sale, referenceNumber: "INV-9" }));
    desk.epos.payments.push({
      payment_id: "elsewhere",
      status: "Success",
      amount: { value: 1, currency_code: "EUR" },
      terminal_id: "81000001",
      reference_number: "INV-9",
      created_at: new Date().toISOString(),
    });
    await desk.pass(3_000);
    await followOpenPayments(desk.ctx());
    const { items } = await listMerchantPayments(desk.ctx(), { ...cafe, input: { status: "unknown" } });
    expect(items).toHaveLength(1);
  });

  test("a 500 is unknown, with the gateway's own words as rows until the outcome is known", async () => {
    desk.epos.fault = { status: 500, body: '{"title":"Internal Server Error","detail":"Node 7","status":500}' };
    expect(await failureOf(desk.create())).toMatchObject({ code: "outcome_unknown" });
    const { items } = await listMerchantPayments(desk.ctx(), { ...cafe, input: {} });
    expect(items[0]?.problem).toEqual({
      code: "outcome_unknown",
      message: "The gateway answered 500, which says nothing certain.",
      rows: [
        { label: "Status", value: "500" },
        { label: "Title", value: "Internal Server Error" },
        { label: "Detail", value: "Node 7" },
      ],
    });
  });

  test("a definite refusal is failed, with the gateway's own words as rows, and answers the same again", async () => {
    desk.epos.fault = {
      status: 400,
      body: '{"title":"One or more validation errors occurred.","status":400,"errors":{"amount.value":["Too small."]}}',
    };
    const key = newKey();
    expect(await failureOf(desk.create(sale, key))).toMatchObject({ code: "gateway_invalid" });
    expect(await failureOf(desk.create(sale, key))).toMatchObject({ code: "gateway_invalid" });
    const { items } = await listMerchantPayments(desk.ctx(), { ...cafe, input: {} });
    expect(items).toMatchObject([
      {
        status: "failed",
        problem: {
          code: "gateway_invalid",
          rows: expect.arrayContaining([
            { label: "Title", value: "One or more validation errors occurred." },
            { label: "amount.value", value: "Too small." },
          ]),
        },
      },
    ]);
    expect(desk.epos.changes).toBe(1);
  });

  test("without a session nothing is sent: failed, and says so", async () => {
    desk.epos.refused.set("cli_cafe", 400);
    expect(await failureOf(desk.create())).toMatchObject({ code: "merchant_refused" });
    const { items } = await listMerchantPayments(desk.ctx(), { ...cafe, input: {} });
    expect(items).toMatchObject([
      { status: "failed", problem: { code: "merchant_refused", message: expect.stringContaining("not sent") } },
    ]);
    expect(desk.epos.changes).toBe(0);
  });

  test("a payment left sending by a process that died counts as unknown and is looked for", async () => {
    const { payment } = await desk.create();
    await desk.store.db.update(paymentTable).set({ status: "sending", gatewayPaymentId: null });
    await desk.pass(61_000);
    const { items } = await listMerchantPayments(desk.ctx(), { ...cafe, input: {} });
    expect(items).toMatchObject([{ status: "unknown" }]);
    expect(await desk.read(payment.paymentId)).toMatchObject({
      status: "in_progress",
      gatewayPaymentId: desk.epos.payments[0]?.payment_id,
    });
  });

  test("a gateway that cannot be asked leaves the state with the reason beside it", async () => {
    const { payment } = await desk.create();
    await desk.epos.close();
    await desk.pass(2_000);
    expect(await desk.read(payment.paymentId)).toMatchObject({ status: "in_progress", problem: { code: "gateway_unavailable" } });
  });
});

describe("an answer that says nothing certain", () => {
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
    desk.epos.fault = fault;
    expect(await failureOf(desk.create())).toMatchObject({ code: "outcome_unknown" });
  });
});
