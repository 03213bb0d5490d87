import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { payment as paymentTable } from "#lib/db/schema/payment.ts";
import { findIdentifiers } from "#lib/db/search/identifier-search.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createPayment } from "./create-payment.ts";
import { cafe, failureOf, newKey, openPaymentFixture, type PaymentFixture, sale } from "./testing/payment-fixture.ts";

let fixture: PaymentFixture;
const open = async () => {
  fixture = await openPaymentFixture();
};
const drop = () => fixture.drop();

describe("creating a payment", () => {
  beforeEach(open);
  afterEach(drop);

  test("sends the minor units and our reference, and polls until success", async () => {
    const { payment, isNew } = await fixture.create({
      ...sale,
      referenceNumber: "INV-1",
      tipMinor: 100,
      extra: { loyalty_id: "L1" },
    });
    expect({ isNew, status: payment.status }).toEqual({ isNew: true, status: "in_progress" });
    const sent = JSON.parse(
      fixture.epos.requests.find((item) => item.method === "POST" && item.url === "/epos/v1/payments")?.body ?? "{}",
    );
    expect(sent).toMatchObject({
      amount: { value: 1234, currency_code: "EUR", tip: 100 },
      terminal_id: "81000001",
      reference_number: "INV-1",
      loyalty_id: "L1",
    });
    if (fixture.epos.payments[0]) fixture.epos.payments[0].status = "Success";
    expect(await fixture.read(payment.paymentId)).toMatchObject({ status: "in_progress" });
    await fixture.pass(2_000);
    const detail = await fixture.read(payment.paymentId);
    expect(detail).toMatchObject({ status: "success", refundableMinor: 1234, createdBy: "admin@desk.example", problem: null });
    expect(detail.timeline.map((item) => [item.status, item.source])).toEqual([
      ["sending", "staff"],
      ["in_progress", "gateway"],
      ["success", "gateway"],
    ]);
    expect(detail.fields).toEqual(expect.arrayContaining([{ label: "RRN", value: "606300000112", reason: "field_rrn" }]));
  });

  test("fifty copies of one request at once make one payment, one call and one 201", async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => fixture.create(sale, key)));
    expect(fixture.epos.payments).toHaveLength(1);
    expect(new Set(answers.map((item) => item.payment.paymentId)).size).toBe(1);
    expect(answers.filter((item) => item.isNew)).toHaveLength(1);
  });

  test("the same key for another request is refused", async () => {
    const key = newKey();
    await fixture.create(sale, key);
    expect(await failureOf(fixture.create({ ...sale, amountMinor: 1 }, key))).toMatchObject({ code: "idempotency_mismatch" });
  });

  test("the order of members does not make another request", async () => {
    const key = newKey();
    await fixture.create({ ...sale, extra: { a: 1, b: 2 } }, key);
    expect(await fixture.create({ extra: { b: 2, a: 1 }, ...sale }, key)).toMatchObject({ isNew: false });
  });

  test("a reference already used at the terminal is sent together with one of ours", async () => {
    await fixture.create({ ...sale, referenceNumber: "INV-1" });
    const { payment } = await fixture.create({ ...sale, referenceNumber: "INV-1" });
    expect(payment).toMatchObject({ ownReference: "INV-1", referenceNumber: expect.stringMatching(/^CF-[0-9A-Z-]{19}$/) });
  });

  test("it is found by every identifier a caller may read out", async () => {
    const { payment } = await fixture.create({ ...sale, referenceNumber: "INV-77" });
    const { id } = await fixture.merchant("cafe");
    const find = { scope: { environment, merchantIds: [id] }, hashedValue: "", limit: 5 };
    for (const value of ["INV77", "000112", "12.34", payment.gatewayPaymentId?.toUpperCase() ?? ""]) {
      expect(await findIdentifiers(fixture.store.db, { ...find, value })).toEqual([
        expect.objectContaining({ targetId: payment.paymentId }),
      ]);
    }
  });

  test("every action writes its audit row", async () => {
    const { paymentId } = await fixture.succeeded();
    await fixture.refund(paymentId, 100);
    const rows = await readAudit(fixture.ctx());
    expect(rows.map((row) => [row.act, row.target])).toEqual([
      ["payment.created", paymentId],
      ["payment.refund", paymentId],
    ]);
  });
});

describe("the amount sent", () => {
  beforeAll(open);
  afterAll(drop);

  test.each([
    ["JPY", "81000002", 1234],
    ["KWD", "81000003", 1234],
    ["EUR", "81000001", 999_999_999_999],
  ])("%s at %s goes out as exactly %i minor units", async (currency, terminalId, amountMinor) => {
    await fixture.create({ currency, terminalId, amountMinor });
    expect(fixture.epos.payments.at(-1)?.amount).toEqual({ value: amountMinor, currency_code: currency });
  });
});

describe("invalid payments are refused before anything is stored", () => {
  beforeAll(open);
  afterAll(drop);

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
    expect(await failureOf(fixture.create(input))).toEqual({ code: "invalid_input", fields: [field] });
    expect(await fixture.store.db.select().from(paymentTable)).toEqual([]);
    expect(fixture.epos.changes).toBe(0);
  });

  test("a missing key, one with spaces, and a viewer", async () => {
    expect(await failureOf(fixture.create(sale, null))).toMatchObject({ code: "idempotency_key_missing" });
    expect(await failureOf(fixture.create(sale, "a b"))).toEqual({ code: "invalid_input", fields: ["Idempotency-Key"] });
    const viewer = fixture.ctx({ role: "viewer" });
    expect(await failureOf(createPayment(viewer, { ...cafe, idempotencyKey: "k", input: sale }))).toMatchObject({
      code: "forbidden",
    });
  });
});
