import { parse } from "csv-parse/sync";
import { readXlsx, streamXlsxRows } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderCheckStepSchema } from "#lib/contract/order-check.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let support: TestPerson;
let viewer: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  await app.addMerchant("corner-cafe");
  support = await app.addPerson({ role: "support" });
  viewer = await app.addPerson();
});
afterAll(() => app.close());

const path = "/api/sandbox/corner-cafe/reconciliations";
const order = { orderId: "ORD-1", amountMinor: 1240, currency: "EUR", day: "2026-03-04" };

const check = (orders: readonly object[]) => app.call({ method: "POST", path, cookie: viewer.cookie, body: { orders } });

test("a viewer's orders are answered in steps, and nothing of them is stored", async () => {
  const response = await check([order, { ...order, orderId: "canary-order-7" }]);
  expect(response.headers.get("content-type")).toMatch(/x-ndjson/);
  const lines = (await response.text()).trim().split("\n");
  const steps = lines.map((line) => orderCheckStepSchema.parse(JSON.parse(line)));
  expect(steps.map(({ step }) => step)).toEqual(["reading", "ledger", "checked", "end"]);
  expect(lines.join()).not.toContain("canary");
});

test("the same order twice, too many orders, and an empty list are refused", {
  meta: { slow: "Sends 100,001 orders." },
}, async () => {
  const refusal = async (orders: readonly object[]) => (await (await check(orders)).json()).error.fields[0].reason;
  expect(await refusal([order, order])).toBe("order_repeated");
  expect(await refusal([])).toBe("orders_missing");
  expect(await refusal(Array.from({ length: 100_001 }, (_, at) => ({ ...order, orderId: `O${at}` })))).toBe("orders_too_many");
});

const money = { amountMinor: 1240, currency: "EUR" };
const row = {
  ...{ orderId: '=HYPERLINK("//x")', day: "2026-03-04", verdict: "amount_differs", reason: null, shop: money },
  ...{ notification: { ...money, amountMinor: 1241 }, notifications: 1, reference: "+REF", returnedMinor: 100 },
  ledger: { amountMinor: null, amountText: "@1", currency: "EUR" },
};
const exported = (cookie: string, format: string, change: object = {}) =>
  app.call({ method: "POST", path: `${path}/export`, cookie, body: { format, rows: [{ ...row, ...change }] } });

// Attack: an order number or reference that a spreadsheet evaluates.
test("the file has the rows as shown, amounts as numbers, and nothing that a spreadsheet evaluates", async () => {
  const response = await exported(support.cookie, "csv");
  const [cells] = parse(await response.text(), { columns: true, bom: true });
  expect(cells).toMatchObject({
    ...{ Order: `'=HYPERLINK("//x")`, Result: "amount differs", "Shop amount": "12.40", "Notified amount": "12.41" },
    ...{ "Booked amount": "'@1", "Payment reference": "'+REF", "Given back": "1.00" },
  });
  const sheet = await exported(support.cookie, "xlsx");
  const rows = await Array.fromAsync(streamXlsxRows(await sheet.arrayBuffer()));
  expect(rows[1]?.values.slice(0, 5)).toEqual(['=HYPERLINK("//x")', "2026-03-04", "amount differs", expect.anything(), 12.4]);
});

test("amounts that are booked in a currency with other decimals keep theirs", async () => {
  const formatsOf = async (change: object) => {
    const book = await readXlsx(await (await exported(support.cookie, "xlsx", change)).arrayBuffer(), { readStyles: true });
    return [...(book.sheets[0]?.cells?.entries() ?? [])].flatMap(([place, { style }]) =>
      style?.numFmt ? [[place, style.numFmt]] : [],
    );
  };
  const yen = {
    shop: { amountMinor: 2000, currency: "JPY" },
    notification: null,
    ledger: { amountMinor: 1249, currency: "EUR" },
  };
  expect(await formatsOf(yen)).toEqual([]);
  const formats = await formatsOf({ ledger: money });
  expect(formats.length).toBeGreaterThan(0);
  expect(new Set(formats.map(([, format]) => format))).toEqual(new Set(["#,##0.00"]));
});

test("an export is audited, and no viewer gets one", async () => {
  await exported(support.cookie, "csv");
  const last = (await readAudit({ db: app.store.db, vault: app.vault })).at(-1);
  expect(last).toMatchObject({ act: "order_check.exported", detail: { format: "csv", rows: 1 } });
  expect((await exported(viewer.cookie, "csv")).status).toBe(403);
});
