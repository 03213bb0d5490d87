import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "../../contract/payment.ts";
import { fixedClock } from "../../core/clock.ts";
import { isAppError } from "../../core/errors.ts";
import { createTestDesk, environment, type TestDesk } from "../../mirror/testing/test-desk.ts";
import { findIdentifiers } from "../../store/identifier-search.ts";
import { payment as paymentTable } from "../../store/schema/payment.ts";
import { readAudit } from "../../store/testing/read-audit.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { createPayment } from "./create-payment.ts";
import { followOpenPayments } from "./follow-open-payments.ts";
import { getPayment } from "./get-payment.ts";
import { listMerchantPayments, listPayments } from "./list-payments.ts";
import { refundPayment } from "./refund-payment.ts";
import { reversePayment } from "./reverse-payment.ts";
import { startTinyEpos, type TinyEpos } from "./testing/tiny-epos.ts";

let epos: TinyEpos;
let desk: TestDesk;
let clock: ReturnType<typeof fixedClock>;

beforeEach(async () => {
  epos = await startTinyEpos();
  clock = fixedClock(Date.now());
  const merchants = ["cafe", "hotel"].map((slug) => ({ slug, clientId: `cli_${slug}`, clientSecret: "sec_1" }));
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  desk = await createTestDesk({ upstream: { baseUrl: epos.url, ...pair, merchants }, clock });
});
afterEach(async () => {
  await epos.close();
  await desk.drop();
});

const at = { environment, merchant: "cafe" } as const;
const sale = { amountMinor: 1234, currency: "EUR", terminalId: "81000001" };
let keys = 0;
const newKey = () => `key-${++keys}`;

function create(input: object = sale, idempotencyKey: string | null = newKey()) {
  return createPayment(desk.ctx(), { ...at, idempotencyKey, input });
}

function read(paymentId: string) {
  return getPayment(desk.ctx(), { ...at, paymentId });
}

function refund(paymentId: string, amountMinor: number, idempotencyKey = newKey()) {
  return refundPayment(desk.ctx(), { ...at, paymentId, idempotencyKey, input: { amountMinor, reason: "Returned" } });
}

async function failureOf(work: Promise<unknown>) {
  try {
    await work;
  } catch (thrown) {
    if (isAppError(thrown)) return { code: thrown.code, fields: thrown.fields?.map((each) => each.field) };
    throw thrown;
  }
  throw new Error("it should have failed");
}

async function succeeded(input: object = sale): Promise<Payment> {
  const { payment } = await create(input);
  for (const each of epos.payments) if (each.reference_number === payment.referenceNumber) each.status = "Success";
  clock.advance(2_000);
  return read(payment.paymentId);
}

describe("taking a payment", () => {
  test("sends the minor units and our reference, and follows it to success", async () => {
    const { payment, isNew } = await create({ ...sale, referenceNumber: "INV-1", tipMinor: 100, extra: { loyalty_id: "L1" } });
    expect({ isNew, status: payment.status }).toEqual({ isNew: true, status: "in_progress" });
    const sent = JSON.parse(
      epos.requests.find((each) => each.method === "POST" && each.url === "/epos/v1/payments")?.body ?? "{}",
    );
    expect(sent).toMatchObject({
      amount: { value: 1234, currency_code: "EUR", tip: 100 },
      terminal_id: "81000001",
      reference_number: "INV-1",
      loyalty_id: "L1",
    });
    if (epos.payments[0]) epos.payments[0].status = "Success";
    expect(await read(payment.paymentId)).toMatchObject({ status: "in_progress" });
    clock.advance(2_000);
    const detail = await read(payment.paymentId);
    expect(detail).toMatchObject({ status: "success", refundableMinor: 1234, createdBy: "admin@desk.example", problem: null });
    expect(detail.timeline.map((each) => [each.status, each.source])).toEqual([
      ["sending", "staff"],
      ["in_progress", "gateway"],
      ["success", "gateway"],
    ]);
    expect(detail.fields).toEqual(expect.arrayContaining([{ label: "RRN", value: "606300000112" }]));
  });

  test.each([
    ["JPY", "81000002", 1234],
    ["KWD", "81000003", 1234],
    ["EUR", "81000001", 999_999_999_999],
  ])("%s at %s goes out as exactly %i minor units", async (currency, terminalId, amountMinor) => {
    await create({ currency, terminalId, amountMinor });
    expect(epos.payments[0]?.amount).toEqual({ value: amountMinor, currency_code: currency });
  });

  test("fifty copies of one request at once make one payment, one call and one 201", async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(sale, key)));
    expect(epos.payments).toHaveLength(1);
    expect(new Set(answers.map((each) => each.payment.paymentId)).size).toBe(1);
    expect(answers.filter((each) => each.isNew)).toHaveLength(1);
  });

  test("the same key for another request is refused", async () => {
    const key = newKey();
    await create(sale, key);
    expect(await failureOf(create({ ...sale, amountMinor: 1 }, key))).toMatchObject({ code: "idempotency_mismatch" });
  });

  test("the members' order makes no other request", async () => {
    const key = newKey();
    await create({ ...sale, extra: { a: 1, b: 2 } }, key);
    expect(await create({ extra: { b: 2, a: 1 }, ...sale }, key)).toMatchObject({ isNew: false });
  });

  test("a reference the terminal had before stays beside one of ours", async () => {
    await create({ ...sale, referenceNumber: "INV-1" });
    const { payment } = await create({ ...sale, referenceNumber: "INV-1" });
    expect(payment).toMatchObject({ ownReference: "INV-1", referenceNumber: expect.stringMatching(/^CF-[0-9A-Z-]{19}$/) });
  });

  test("it is found by everything a caller may read out", async () => {
    const { payment } = await create({ ...sale, referenceNumber: "INV-77" });
    const { id } = await desk.merchant("cafe");
    const find = { environment, merchantIds: [id], hashedValue: "", limit: 5 };
    for (const value of ["INV77", "000112", "12.34", payment.gatewayPaymentId?.toUpperCase() ?? ""]) {
      expect(await findIdentifiers(desk.store.db, { ...find, value })).toEqual([
        expect.objectContaining({ targetId: payment.paymentId }),
      ]);
    }
  });

  test("every act leaves its audit row", async () => {
    const { paymentId } = await succeeded();
    await refund(paymentId, 100);
    const rows = await readAudit(desk.ctx());
    expect(rows.map((row) => [row.act, row.target])).toEqual([
      ["payment.created", paymentId],
      ["payment.refund", paymentId],
    ]);
  });
});

describe("what cannot be taken is refused before anything is stored", () => {
  test.each([
    [{ ...sale, amountMinor: 0 }, "amountMinor"],
    [{ ...sale, amountMinor: -5 }, "amountMinor"],
    [{ ...sale, amountMinor: 1e15 }, "amountMinor"],
    [{ ...sale, amountMinor: 12.5 }, "amountMinor"],
    [{ ...sale, amountMinor: "1234" }, "amountMinor"],
    [{ ...sale, currency: "ABC" }, "currency"],
    [{ ...sale, currency: "USD" }, "currency"],
    [{ ...sale, terminalId: "99999999" }, "terminalId"],
    [{ ...sale, referenceNumber: "x".repeat(51) }, "referenceNumber"],
    [{ ...sale, extra: { amount: 1 } }, "extra"],
    [{ ...sale, surprise: 1 }, "surprise"],
  ])("%j", async (input, field) => {
    expect(await failureOf(create(input))).toEqual({ code: "invalid_input", fields: [field] });
    expect(await desk.store.db.select().from(paymentTable)).toEqual([]);
    expect(epos.changes).toBe(0);
  });

  test("a missing key, one with spaces, and a viewer", async () => {
    expect(await failureOf(create(sale, null))).toMatchObject({ code: "idempotency_key_missing" });
    expect(await failureOf(create(sale, "a b"))).toEqual({ code: "invalid_input", fields: ["Idempotency-Key"] });
    const viewer = desk.ctx({ role: "viewer" });
    expect(await failureOf(createPayment(viewer, { ...at, idempotencyKey: "k", input: sale }))).toMatchObject({
      code: "forbidden",
    });
  });
});

describe("when the line goes dead", () => {
  test("an answer lost after the gateway acted is unknown, then found by its reference and followed", async () => {
    epos.fault = "drop_after";
    const key = newKey();
    const failure = await failureOf(create(sale, key));
    expect(failure).toEqual({ code: "outcome_unknown", fields: ["paymentId"] });
    expect(await failureOf(create(sale, key))).toEqual(failure);
    const { items } = await listMerchantPayments(desk.ctx(), { ...at, input: {} });
    expect(items).toMatchObject([{ status: "unknown", gatewayPaymentId: null }]);
    if (epos.payments[0]) epos.payments[0].status = "Success";
    clock.advance(3_000);
    expect(await followOpenPayments(desk.ctx())).toBe(1);
    expect(await create(sale, key)).toMatchObject({ isNew: false, payment: { status: "success" } });
    expect(epos.changes).toBe(1);
  });

  test("an answer lost before the gateway acted stays unknown and is never sent again by itself", async () => {
    epos.fault = "drop_before";
    expect(await failureOf(create())).toMatchObject({ code: "outcome_unknown" });
    clock.advance(600_000);
    await followOpenPayments(desk.ctx());
    const { items } = await listPayments(desk.ctx(), { environment, input: {} });
    expect(items).toMatchObject([{ status: "unknown", merchant: "cafe" }]);
    expect(epos.changes).toBe(1);
  });

  test("another payment with the same reference but another amount is not taken for ours", async () => {
    epos.fault = "drop_before";
    await failureOf(create({ ...sale, referenceNumber: "INV-9" }));
    epos.payments.push({
      payment_id: "elsewhere",
      status: "Success",
      amount: { value: 1, currency_code: "EUR" },
      terminal_id: "81000001",
      reference_number: "INV-9",
      created_at: new Date().toISOString(),
    });
    clock.advance(3_000);
    await followOpenPayments(desk.ctx());
    const { items } = await listMerchantPayments(desk.ctx(), { ...at, input: { status: "unknown" } });
    expect(items).toHaveLength(1);
  });

  test.each([
    ["a web page", { status: 200, body: "<html>" }],
    ["half a JSON", { status: 201, body: '{"payment_id":"65' }],
    ["nothing", { status: 201, body: "" }],
    ["a 200 with an error inside", { status: 200, body: '{"error":"busy"}' }],
    ["500", { status: 500, body: "{}" }],
    ["429", { status: 429, body: "{}" }],
  ])("%s as an answer is unknown", async (_, fault) => {
    epos.fault = fault;
    expect(await failureOf(create())).toMatchObject({ code: "outcome_unknown" });
  });

  test("a 500 is unknown, with the gateway's own words as rows until the outcome is known", async () => {
    epos.fault = { status: 500, body: '{"title":"Internal Server Error","detail":"Node 7","status":500}' };
    expect(await failureOf(create())).toMatchObject({ code: "outcome_unknown" });
    const { items } = await listMerchantPayments(desk.ctx(), { ...at, input: {} });
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
    epos.fault = {
      status: 400,
      body: '{"title":"One or more validation errors occurred.","status":400,"errors":{"amount.value":["Too small."]}}',
    };
    const key = newKey();
    expect(await failureOf(create(sale, key))).toMatchObject({ code: "gateway_invalid" });
    expect(await failureOf(create(sale, key))).toMatchObject({ code: "gateway_invalid" });
    const { items } = await listMerchantPayments(desk.ctx(), { ...at, input: {} });
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
    expect(epos.changes).toBe(1);
  });

  test("without a session nothing is sent: failed, and says so", async () => {
    epos.refused.set("cli_cafe", 400);
    expect(await failureOf(create())).toMatchObject({ code: "merchant_refused" });
    const { items } = await listMerchantPayments(desk.ctx(), { ...at, input: {} });
    expect(items).toMatchObject([
      { status: "failed", problem: { code: "merchant_refused", message: expect.stringContaining("not sent") } },
    ]);
    expect(epos.changes).toBe(0);
  });

  test("a payment left sending by a process that died counts as unknown and is looked for", async () => {
    const { payment } = await create();
    await desk.store.db.update(paymentTable).set({ status: "sending", gatewayPaymentId: null });
    clock.advance(61_000);
    const { items } = await listMerchantPayments(desk.ctx(), { ...at, input: {} });
    expect(items).toMatchObject([{ status: "unknown" }]);
    expect(await read(payment.paymentId)).toMatchObject({
      status: "in_progress",
      gatewayPaymentId: epos.payments[0]?.payment_id,
    });
  });

  test("a gateway that cannot be asked leaves the state with the reason beside it", async () => {
    const { payment } = await create();
    await epos.close();
    clock.advance(2_000);
    expect(await read(payment.paymentId)).toMatchObject({ status: "in_progress", problem: { code: "gateway_unavailable" } });
  });
});

describe("changing a payment", () => {
  test("cancel ends one in progress, once, and is refused for one that succeeded", async () => {
    const { payment } = await create();
    const idempotencyKey = newKey();
    const cancel = () => cancelPayment(desk.ctx(), { ...at, paymentId: payment.paymentId, idempotencyKey, input: {} });
    expect(await cancel()).toMatchObject({ status: "canceled" });
    expect(await cancel()).toMatchObject({ status: "canceled" });
    expect(epos.changes).toBe(2);
    const { paymentId } = await succeeded();
    const late = cancelPayment(desk.ctx(), { ...at, paymentId, idempotencyKey: newKey(), input: {} });
    expect(await failureOf(late)).toMatchObject({ code: "conflict" });
  });

  test("a cancellation without an answer is unknown until the gateway shows what came of it", async () => {
    const { payment } = await create();
    epos.fault = "drop_after";
    const request = { ...at, paymentId: payment.paymentId, idempotencyKey: newKey(), input: {} };
    expect(await failureOf(cancelPayment(desk.ctx(), request))).toMatchObject({ code: "outcome_unknown" });
    clock.advance(2_000);
    expect(await read(payment.paymentId)).toMatchObject({ status: "canceled" });
    expect(await cancelPayment(desk.ctx(), request)).toMatchObject({ status: "canceled" });
  });

  test("a reversal takes it back whole; without the permission it is forbidden", async () => {
    const { paymentId } = await succeeded();
    const request = { ...at, paymentId, idempotencyKey: newKey(), input: { reason: "Double charge" } };
    expect(await failureOf(reversePayment(desk.ctx({ permissions: [] }), request))).toMatchObject({ code: "forbidden" });
    expect(await reversePayment(desk.ctx(), request)).toMatchObject({ status: "reversed", refundableMinor: 0 });
    expect(await failureOf(refund(paymentId, 1))).toMatchObject({ code: "conflict" });
  });

  test("from EUR 100.00 on, giving money back takes a proof of who it is", async () => {
    const { paymentId } = await succeeded({ ...sale, amountMinor: 20_000 });
    const stale = desk.ctx({ provenAt: new Date(clock.now() - 3_600_000) });
    const act = (amountMinor: number) => ({
      ...at,
      paymentId,
      idempotencyKey: newKey(),
      input: { amountMinor, reason: "Returned" },
    });
    const refused = { code: "proof_required" };
    expect(await failureOf(refundPayment(stale, act(10_000)))).toMatchObject(refused);
    expect(await failureOf(reversePayment(stale, { ...act(0), input: {} }))).toMatchObject(refused);
    expect(epos.changes).toBe(1);
    expect(await refundPayment(stale, act(9_999))).toMatchObject({ payment: { status: "success" } });
    expect(await refundPayment(desk.ctx({ provenAt: new Date(clock.now()) }), act(10_000))).toMatchObject({ isNew: true });
  });

  test("a reversal that never happened is settled by what the gateway shows later", async () => {
    const { paymentId } = await succeeded();
    epos.fault = "drop_before";
    const request = { ...at, paymentId, idempotencyKey: newKey(), input: {} };
    expect(await failureOf(reversePayment(desk.ctx(), request))).toMatchObject({ code: "outcome_unknown" });
    expect(await failureOf(refund(paymentId, 1))).toMatchObject({ code: "conflict" });
    clock.advance(121_000);
    expect(await read(paymentId)).toMatchObject({ status: "success" });
    expect(await failureOf(reversePayment(desk.ctx(), request))).toMatchObject({ code: "gateway_invalid" });
    expect(await refund(paymentId, 1)).toMatchObject({ payment: { status: "success" } });
  });

  test("twenty refunds at once never give back more than was paid", async () => {
    const { paymentId } = await succeeded();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => refund(paymentId, 300)));
    expect(outcomes.filter((each) => each.status === "fulfilled")).toHaveLength(4);
    const given = epos.payments.filter((each) => each.refund).reduce((sum, each) => sum + each.amount.value, 0);
    expect(given).toBe(1200);
    const detail = await read(paymentId);
    expect(detail).toMatchObject({ refundableMinor: 34 });
    expect(detail.refunds).toHaveLength(4);
    expect(await failureOf(refund(paymentId, 35))).toEqual({ code: "invalid_input", fields: ["amountMinor"] });
    expect(await refund(paymentId, 34)).toMatchObject({ payment: { kind: "refund", originalId: paymentId } });
  });

  test("a refund with an unknown outcome counts as done; a refused one does not", async () => {
    const { paymentId } = await succeeded();
    epos.fault = { status: 400, body: '{"title":"No"}' };
    expect(await failureOf(refund(paymentId, 1234))).toMatchObject({ code: "gateway_invalid" });
    epos.fault = "drop_before";
    expect(await failureOf(refund(paymentId, 1234))).toMatchObject({ code: "outcome_unknown" });
    expect(await failureOf(refund(paymentId, 1))).toEqual({ code: "invalid_input", fields: ["amountMinor"] });
    const reversal = reversePayment(desk.ctx(), { ...at, paymentId, idempotencyKey: newKey(), input: {} });
    expect(await failureOf(reversal)).toMatchObject({ code: "conflict" });
  });

  test("fifty copies of one refund at once are one refund", async () => {
    const { paymentId } = await succeeded();
    const key = newKey();
    await Promise.all(Array.from({ length: 50 }, () => refund(paymentId, 10, key)));
    expect(epos.payments.filter((each) => each.refund)).toHaveLength(1);
  });

  test("another merchant's payment, and what is no id at all, is not found", async () => {
    const { payment } = await create();
    for (const question of [
      { environment, merchant: "hotel", paymentId: payment.paymentId },
      { ...at, paymentId: "nonsense" },
    ] as const) {
      expect(await failureOf(getPayment(desk.ctx(), question))).toMatchObject({ code: "not_found" });
    }
  });
});

test("lists page through every payment once, newest first, filtered by state, terminal and day", async () => {
  for (let count = 0; count < 7; count++) {
    await create({ ...sale, amountMinor: 100 + count });
    if (count % 2) clock.advance(1_000);
  }
  const seen: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listPayments(desk.ctx(), { environment, input: { limit: "3", ...(cursor ? { cursor } : {}) } });
    seen.push(...page.items.map((item) => item.amountMinor));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen.toSorted()).toEqual([100, 101, 102, 103, 104, 105, 106]);
  const count = async (input: object) => (await listMerchantPayments(desk.ctx(), { ...at, input })).items.length;
  expect(await count({ terminal: "81000002" })).toBe(0);
  expect(await count({ status: "in_progress" })).toBe(7);
  expect(await count({ from: "2020-01-01", to: "2020-01-02" })).toBe(0);
  expect(await failureOf(listPayments(desk.ctx(), { environment, input: { status: "gone" } }))).toEqual({
    code: "invalid_input",
    fields: ["status"],
  });
});
