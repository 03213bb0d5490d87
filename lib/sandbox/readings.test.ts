import { expect, test } from "vitest";
import type { SandboxSettings } from "./settings.ts";
import { sandboxReadings } from "./settings.ts";
import { asJson, createTestSandbox, rowsOf, type TestSandbox } from "./testing/test-sandbox.ts";
import { startTestMerchantServer } from "./testing/test-shop.ts";

const list = "/accounting/v1/transactions";
const payment = {
  amount: { value: 1_200, currency_code: "EUR" },
  terminal_id: "81000001",
  app_name: "test",
  app_version: "1",
  reference_number: "R-1",
};

async function open(settings: Partial<SandboxSettings>) {
  const gateway = createTestSandbox({ settings: { ...settings, settleMinMs: 0, settleSpreadMs: 0 } });
  return { gateway, as: await gateway.as("corner-cafe") };
}

async function pay(as: Awaited<ReturnType<TestSandbox["as"]>>): Promise<Record<string, unknown>> {
  const { body } = await as("/epos/v1/payments", asJson(payment));
  return (await as(`/epos/v1/payments/${body.payment_id}`)).body;
}

test.each([
  ["size-is-page_size", "page_size"],
  ["size-is-limit", "limit"],
] as const)("%s", async (reading, name) => {
  const { as } = await open(sandboxReadings[reading]);
  expect((await as(`${list}?${name}=7`)).body.page_size).toBe(7);
  expect((await as(`${list}?size=7`)).body.page_size).toBe(20);
});

test("large-size-refused, for every list that pages", async () => {
  const { as } = await open(sandboxReadings["large-size-refused"]);
  for (const path of [list, "/accounting/v1/accounts", "/pos/v1/terminals"]) {
    const { status, body } = await as(`${path}?size=51`);
    expect([status, Object.keys(Object(body.errors))]).toEqual([400, ["size"]]);
    expect((await as(`${path}?size=50`)).status).toBe(200);
  }
});

test.each([
  ["account-demanded", ["account_number"]],
  ["dates-demanded", ["from_date", "to_date"]],
  ["unknown-parameters-refused", ["surprise"]],
] as const)("%s", async (reading, fields) => {
  const { as } = await open(sandboxReadings[reading]);
  const { status, body } = await as(`${list}?surprise=1`);
  expect([status, Object.keys(Object(body.errors))]).toEqual([400, fields]);
});

test.each([
  ["accounts-refused", "/accounting/v1/accounts", list],
  ["terminals-refused", "/pos/v1/terminals", list],
  ["terminals-refused", "/pos/v1/terminals/81000001", list],
  ["payments-refused", "/epos/v1/payments?terminal_id=81000001", "/pos/v1/terminals"],
  ["payments-refused", "/epos/v1/payments/65f0c2a9d4b1e7730a9c1f52", "/pos/v1/terminals"],
] as const)("%s: %s answers 403, and %s is still there", async (reading, refused, other) => {
  const { as } = await open(sandboxReadings[reading]);
  const { status, body } = await as(refused);
  expect([status, Object.keys(body)]).toEqual([403, ["type", "title", "status"]]);
  expect((await as(other)).status).toBe(200);
});

test("payments-refused refuses a new payment as well", async () => {
  const { as } = await open(sandboxReadings["payments-refused"]);
  expect((await as("/epos/v1/payments", asJson(payment))).status).toBe(403);
});

test("unknown-reference-400 answers no 404 for a reference nobody knows", async () => {
  const { as } = await open(sandboxReadings["unknown-reference-400"]);
  expect((await as(`${list}/POSA00000000XXXX`)).status).toBe(400);
  const [row] = rowsOf(await as(`${list}?sign=Credit&transaction_types=501`));
  expect((await as(`${list}/${row?.payment_reference}`)).status).toBe(200);
});

test.each([
  ["dates-in-utc-plus-2", "2026-11-20T14:00:00", "2026-11-20T12:00:00"],
  ["dates-in-utc-minus-5", "2026-11-20T07:00:00", "2026-11-20T12:00:00"],
  ["dates-in-utc-plus-14", "2026-11-21T02:00:00", "2026-11-20T12:00:00"],
  ["payments-in-utc-plus-3", "2026-11-20T12:00:00", "2026-11-20T15:00:00"],
] as const)("%s: what happens at noon stands at %s in the ledger, at %s in the payment", async (reading, date, created) => {
  const { as } = await open(sandboxReadings[reading]);
  expect(await pay(as)).toMatchObject({ created_at: created, updated_at: created });
  const ofDay = `${list}?from_date=${date.slice(0, 10)}&to_date=${date.slice(0, 10)}`;
  const [row] = rowsOf(await as(`${ofDay}&transaction_types=501`));
  expect(row).toMatchObject({ date, reference_number: "R-1" });
  expect((await as(`${list}?from_date=${date}&to_date=${date}`)).body.total_count).toBe(2);
  expect((await as(`${list}?from_date=2026-11-20T12:00:00Z`)).body.total_count).toBe(2);
  const { body } = await as(`${list}/${row?.payment_reference}`);
  expect(body.details).toContainEqual({ label: "Date", value: date.replace("T", " ") });
});

test("a day to come is one of the dates' own zone", async () => {
  const { as } = await open({ ...sandboxReadings["dates-in-utc-plus-14"], ...sandboxReadings["no-future-dates"] });
  expect((await as(`${list}?to_date=2026-11-21`)).status).toBe(200);
  expect((await as(`${list}?to_date=2026-11-22`)).status).toBe(400);
});

test.each(["corner-cafe", "knigi-online"])(
  "sales-unlinked: nothing in the ledger names a notification of %s",
  async (merchant) => {
    const shop = await startTestMerchantServer();
    const gateway = createTestSandbox({ transactions: 0, settings: sandboxReadings["sales-unlinked"] });
    await gateway.sandbox.setStore(merchant, shop.addresses);
    const { body } = await gateway.control("POST", "orders", { merchant, amountMinor: 1_234, currency: "EUR" });
    expect(body.status).toBe("paid");
    const as = await gateway.as(merchant);
    const { items } = (await as(`${list}?from_date=2026-11-20&transaction_types=013`)).body;
    expect(items).toMatchObject([{ transaction_amount: 12.34, reference_number: null }]);
    for (const name of [body.order, body.trnref]) expect(JSON.stringify(items)).not.toContain(name);
    await shop.close();
  },
);

test("listed-after-2-s: a booked row is found at once and listed later", async () => {
  const { as, gateway } = await open(sandboxReadings["listed-after-2-s"]);
  const listed = async () => rowsOf(await as(`${list}?from_date=2026-11-20&transaction_types=501`));
  await pay(as);
  gateway.clock.advance(1_999);
  const before = await listed();
  gateway.clock.advance(1);
  const [row] = await listed();
  expect([before, row?.reference_number]).toEqual([[], "R-1"]);
});
