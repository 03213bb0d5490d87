import { beforeEach, describe, expect, test } from "vitest";
import { createFailingStorage } from "../testing/failing-storage.ts";
import { asJson, createTestSandbox, rowsOf, type TestSandbox } from "../testing/test-sandbox.ts";

let gateway: TestSandbox;
let as: Awaited<ReturnType<TestSandbox["as"]>>;
beforeEach(async () => {
  gateway = createTestSandbox();
  as = await gateway.as("corner-cafe");
});

const paymentOf = (value: number, more: Record<string, unknown> = {}) => ({
  amount: { value, currency_code: "EUR" },
  terminal_id: "81000001",
  app_name: "test",
  app_version: "1",
  reference_number: `R-${value}`,
  ...more,
});
const create = async (value: number, more = {}) => (await as("/epos/v1/payments", asJson(paymentOf(value, more)))).body;
const booked = async (reference: string) =>
  rowsOf(await as("/accounting/v1/transactions?size=20&from_date=2026-11-20")).filter(
    (row) => row.reference_number === reference,
  );

describe("a payment", () => {
  test.each([
    [1234, "Success"],
    [1205, "Rejected"],
    [1206, "Failed"],
    [1207, "InProgress"],
  ])("of %i minor units is %s after ten seconds", async (value, status) => {
    const { status: code, body } = await as("/epos/v1/payments", asJson(paymentOf(value)));
    expect([code, body.status]).toEqual([201, "InProgress"]);
    expect(String(body.payment_id)).toMatch(/^[0-9a-f]{24}$/);
    expect(body.created_at).toBe("2026-11-20T12:00:00");
    gateway.clock.advance(10_000);
    expect((await as(`/epos/v1/payments/${body.payment_id}`)).body.status).toBe(status);
  });

  test("that succeeded is booked once, tip included, with or without a query", async () => {
    const { payment_id: id } = await create(1234, { amount: { value: 1234, currency_code: "EUR", tip: 66 } });
    expect(await booked("R-1234")).toEqual([]);
    gateway.clock.advance(10_000);
    await gateway.sandbox.tick();
    const [sale, ...others] = await booked("R-1234");
    expect([sale?.transaction_amount, others]).toEqual([13, []]);
    await Promise.all([as(`/epos/v1/payments/${id}`), as(`/epos/v1/payments/${id}`), gateway.sandbox.tick()]);
    expect(await booked("R-1234")).toHaveLength(1);
    const { body } = await as(`/accounting/v1/transactions/${sale?.payment_reference}`);
    expect(body.details).toContainEqual({ label: "Fee", value: "0.16 EUR" });
  });

  test("can be reversed once, which the ledger shows under the same reference", async () => {
    const { payment_id: id } = await create(1234);
    const reverse = async () => (await as(`/epos/v1/payments/${id}/reversal`, asJson({ description: "Double charge" }))).status;
    expect(await reverse()).toBe(400);
    gateway.clock.advance(10_000);
    expect([await reverse(), await reverse()]).toEqual([200, 400]);
    const rows = await booked("R-1234");
    expect(rows.map((row) => row.transaction_amount).sort()).toEqual([-12.34, 12.34]);
    expect(new Set(rows.map((row) => row.payment_reference)).size).toBe(1);
    expect((await as(`/epos/v1/payments/${id}`)).body.status).toBe("Reversed");
  });

  test("whose reversal was interrupted before it was booked is in the ledger all the same", async () => {
    const storage = createFailingStorage();
    gateway = createTestSandbox({ storage });
    as = await gateway.as("corner-cafe");
    const { payment_id: id } = await create(1234);
    gateway.clock.advance(10_000);
    await gateway.sandbox.tick();
    storage.failNext("ledger");
    expect((await as(`/epos/v1/payments/${id}/reversal`, asJson({}))).status).toBe(500);
    expect((await as(`/epos/v1/payments/${id}`)).body.status).toBe("Reversed");
    gateway.clock.advance(30_000);
    await gateway.sandbox.tick();
    expect((await booked("R-1234")).map((row) => row.transaction_type).sort()).toEqual(["036", "501"]);
    expect(await storage.count("reversal-debit", {})).toBe(0);
  });

  test("that was reversed before its sale was booked has both in the ledger", async () => {
    const storage = createFailingStorage();
    gateway = createTestSandbox({ storage });
    as = await gateway.as("corner-cafe");
    const { payment_id: id } = await create(1234);
    gateway.clock.advance(10_000);
    storage.failNext("ledger");
    expect((await as(`/epos/v1/payments/${id}`)).status).toBe(500);
    expect((await as(`/epos/v1/payments/${id}/reversal`, asJson({}))).status).toBe(200);
    await gateway.sandbox.tick();
    expect((await booked("R-1234")).map((row) => row.transaction_type).sort()).toEqual(["036", "501"]);
  });

  test("can be canceled while it is in progress, and is never booked then", async () => {
    const { payment_id: id } = await create(1234);
    const first = await as(`/epos/v1/payments/${id}`, { method: "DELETE" });
    expect([first.status, first.body]).toEqual([202, { id }]);
    expect((await as(`/epos/v1/payments/${id}`, { method: "DELETE" })).status).toBe(400);
    gateway.clock.advance(10_000);
    await gateway.sandbox.tick();
    expect((await as(`/epos/v1/payments/${id}`)).body.status).toBe("Canceled");
    expect(await booked("R-1234")).toEqual([]);
  });

  test("is listed by its terminal, newest first", async () => {
    for (const value of [100, 200, 300]) {
      await create(value);
      gateway.clock.advance(1_000);
    }
    const { body } = await as("/epos/v1/payments?terminal_id=81000001&size=2");
    expect((body.items as { reference_number: string }[]).map((item) => item.reference_number)).toEqual(["R-300", "R-200"]);
    expect(body).toMatchObject({ total_count: 3, has_next_page: true });
    expect((await as("/epos/v1/payments")).status).toBe(400);
    expect((await as("/epos/v1/payments?terminal_id=81000002")).body.total_count).toBe(0);
  });

  test("has the documented members, and card members once a card was used", async () => {
    const { body: made } = await as("/epos/v1/payments", asJson(paymentOf(1234, { description: "Table 4" })));
    const get = async () => (await as(`/epos/v1/payments/${made.payment_id}`)).body;
    const created = {
      payment_id: made.payment_id,
      status: "InProgress",
      amount: { value: 1234, currency_code: "EUR", tip: 0 },
      created_at: "2026-11-20T12:00:00",
      updated_at: "2026-11-20T12:00:00",
      reference_number: "R-1234",
      description: "Table 4",
      expire_at: "2026-12-20T12:00:00",
    };
    expect(made).toEqual(created);
    const before = await get();
    expect(before).toMatchObject({ ...created, status_message: "TRANSACTION_IN_PROGRESS", pan: null, response_code: null });
    gateway.clock.advance(10_000);
    const after = await get();
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(after).toMatchObject({
      status: "Success",
      updated_at: "2026-11-20T12:00:10",
      reference_type: "ReferenceNumber",
      status_message: "TRANSACTION_SUCCESS",
      response_code: "00",
      stan: "000001",
      auth_code: expect.stringMatching(/^[0-9A-F]{6}$/),
      rrn: "261120000001",
      transaction_date_local: "261120120010",
      card_qualifier: "VISA",
      pan: expect.stringMatching(/^\*{4}\d{4}$/),
      aid: "A0000000031010",
      signature_required: false,
      dcc_available: false,
      dcc_amount: null,
      dcc_card_exchange_rate: null,
    });
    const { body: listed } = await as("/epos/v1/payments?terminal_id=81000001");
    expect(listed.items).toEqual([after]);
  });

  test("of another merchant is not found", async () => {
    const { payment_id: id } = await create(1234);
    const other = await gateway.as("zum-anker");
    expect((await other(`/epos/v1/payments/${id}`)).status).toBe(404);
    expect((await other(`/epos/v1/payments/${id}`, { method: "DELETE" })).status).toBe(404);
    expect((await as("/epos/v1/payments/refund")).status).toBe(404);
  });
});

describe("a refund", () => {
  test("is a separate payment, booked as a debit", async () => {
    const { status, body } = await as("/epos/v1/payments/refund", asJson(paymentOf(500)));
    expect([status, body.status]).toEqual([200, "InProgress"]);
    gateway.clock.advance(10_000);
    expect((await as(`/epos/v1/payments/${body.payment_id}`)).body.status).toBe("Success");
    expect(await booked("R-500")).toMatchObject([{ transaction_type: "011", transaction_amount: -5, sign: "Debit" }]);
    expect((await as(`/epos/v1/payments/${body.payment_id}/reversal`, asJson({}))).status).toBe(400);
  });
});

describe("the card of a refund", () => {
  const panOf = async (id: unknown) => (await as(`/epos/v1/payments/${id}`)).body.pan;
  const refund = async (value: number, more = {}) =>
    (await as("/epos/v1/payments/refund", asJson(paymentOf(value, { reference_number: "CR-1", ...more })))).body.payment_id;
  const bookedCards = async (reference: string) => {
    const { body } = await as("/accounting/v1/transactions?size=20&from_date=2026-11-20");
    const rows = body.items as { reference_number: string | null; pan: string | null }[];
    return rows.filter((row) => row.reference_number === reference).map((row) => row.pan);
  };
  const settle = async () => {
    gateway.clock.advance(10_000);
    await gateway.sandbox.tick();
  };

  test("is that of the payment which the client's own records name, in the answer and in the ledger", async () => {
    const paid: string[] = [];
    gateway = createTestSandbox({
      originalOf: async ({ referenceNumber }) => (referenceNumber === "CR-1" ? paid[0] : undefined),
    });
    as = await gateway.as("corner-cafe");
    for (const value of [1234, 2345, 3456]) paid.push(String((await create(value)).payment_id));
    await settle();
    const id = await refund(500);
    await settle();
    const pan = String(await panOf(paid[0]));
    expect([await panOf(id), await bookedCards("CR-1")]).toEqual([pan, [pan.slice(3)]]);
  });

  test("is that of its terminal's newest payment of at least this amount where nothing names one", async () => {
    const { payment_id: large } = await create(2345);
    gateway.clock.advance(1_000);
    const { payment_id: small } = await create(1234);
    await settle();
    expect(await panOf(await refund(500, { reference_number: "CR-2" }))).toBe(null);
    expect(await panOf(await refund(1000, { reference_number: "R-2345" }))).toBe(null);
    expect(await panOf(await refund(2000, { reference_number: "CR-3" }))).toBe(null);
    await settle();
    const [one = "", two = ""] = [await panOf(small), await panOf(large)].map((pan) => String(pan).slice(3));
    expect(await bookedCards("CR-2")).toEqual([one]);
    expect(await bookedCards("R-2345")).toEqual([two, two]);
    expect(await bookedCards("CR-3")).toEqual([two]);
  });
});

describe("a body", () => {
  test.each([
    [{ amount: { value: 0, currency_code: "EUR" } }, "amount.value"],
    [{ amount: { value: 1e15, currency_code: "EUR" } }, "amount.value"],
    [{ amount: { value: 1.5, currency_code: "EUR" } }, "amount.value"],
    [{ amount: { value: "100", currency_code: "EUR" } }, "amount.value"],
    [{ amount: { value: 100, currency_code: "EUX" } }, "amount.currency_code"],
    [{ amount: { value: 100, currency_code: "JPY" } }, "amount.currency_code"],
    [{ amount: null }, "amount"],
    [{ terminal_id: "99999999" }, "terminal_id"],
    [{ app_name: undefined }, "app_name"],
    [{ reference_number: "x".repeat(51) }, "reference_number"],
    [{ operator_code: "12345" }, "operator_code"],
  ])("with %j is refused naming %s", async (change, field) => {
    const { status, body } = await as("/epos/v1/payments", asJson({ ...paymentOf(100), ...change }));
    expect([status, Object.keys(Object(body.errors))]).toEqual([400, [field]]);
  });

  test("is JSON: 415 for a form, 400 for half of it, 413 beyond 64 KiB", async () => {
    const send = async (body: string, type = "application/json; x-api-version=1") =>
      (await as("/epos/v1/payments", { method: "POST", headers: { "content-type": type }, body })).status;
    expect(await send("{}", "application/x-www-form-urlencoded")).toBe(415);
    expect(await send('{"amount":')).toBe(400);
    expect(await send("null")).toBe(400);
    expect(await send(JSON.stringify({ x: "y".repeat(70_000) }))).toBe(413);
    expect(await send(JSON.stringify(paymentOf(100)))).toBe(201);
  });

  test("for a disabled terminal responds the bare 403", async () => {
    const taxi = await gateway.as("taxi-athina");
    const { status, body } = await taxi("/epos/v1/payments", asJson({ ...paymentOf(100), terminal_id: "81000624" }));
    expect([status, Object.keys(body)]).toEqual([403, ["type", "title", "status"]]);
  });
});
