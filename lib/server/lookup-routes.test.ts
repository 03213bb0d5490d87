import { parse } from "csv-parse/sync";
import { eq, sql } from "drizzle-orm";
import { streamXlsxRows } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lookupList } from "#lib/db/schema/lookup-list.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let support: TestPerson;
let viewer: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  support = await app.addPerson({ role: "support" });
  viewer = await app.addPerson();
});
afterAll(() => app.close());

const lists = "/api/sandbox/lookups/lists";

async function share(references: readonly string[]): Promise<{ id: string; expiresAt: string }> {
  const response = await app.call({ method: "POST", path: lists, cookie: support.cookie, body: { references } });
  expect(response.status).toBe(201);
  return response.json();
}

const open = (id: string, environment = "sandbox") =>
  app.call({ path: `/api/${environment}/lookups/lists/${id}`, cookie: viewer.cookie });

async function lastAct(): Promise<{ act?: string; detail?: unknown }> {
  return (await readAudit({ db: app.store.db, vault: app.vault })).at(-1) ?? {};
}

test("shared references open unchanged for a colleague, each once", async () => {
  const { id, expiresAt } = await share(["B", "A/1 x", "b"]);
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(await lastAct()).toMatchObject({ act: "lookup.shared", detail: { references: 2, expiresAt } });
  const response = await open(id);
  expect(await response.json()).toMatchObject({ references: ["B", "A/1 x"], createdBy: support.email });
});

test("references of up to a million characters can be shared", async () => {
  const references = Array.from({ length: 62_500 }, (_, at) => `POSA026${String(at).padStart(9, "0")}`);
  const { id } = await share(references);
  expect((await (await open(id)).json()).references).toEqual(references);
});

// Attack: a guessed id, or a list beyond its expiry or its environment.
test("an invalid or expired id, or one of another environment, opens nothing", async () => {
  const { id } = await share(["A"]);
  expect((await open("AAAAAAAAAAAAAAAAAAAAAA")).status).toBe(404);
  expect((await open(id, "demo")).status).toBe(404);
  await app.store.db.update(lookupList).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(lookupList.id, id));
  expect((await open(id)).status).toBe(404);
  await share(["B"]);
  expect(await app.store.db.select().from(lookupList).where(eq(lookupList.id, id))).toEqual([]);
});

const row = {
  reference: "R1",
  verdict: "found",
  merchant: "Corner Cafe",
  what: "Payment",
  amountMinor: 1234,
  amountText: "",
  currency: "EUR",
};
const rows = [
  row,
  { ...row, reference: "R2", amountMinor: -300, currency: "JPY" },
  { ...row, reference: "=1+1", verdict: "missing", merchant: null, what: "–", amountMinor: null, currency: "" },
  {
    ...row,
    reference: "R4",
    verdict: "error",
    merchant: null,
    what: "The gateway didn't respond in time.",
    amountMinor: null,
    amountText: "12,5",
    currency: "",
  },
];
const head = ["Reference", "Verdict", "Merchant", "What", "Amount", "Currency"];

function exported(format: string, body: unknown = { format, rows }): Promise<Response> {
  return app.call({ method: "POST", path: "/api/sandbox/lookups/export", cookie: support.cookie, body });
}

test("a result is exported as CSV as shown", async () => {
  const response = await exported("csv");
  expect(response.headers.get("content-disposition")).toMatch(/filename="lookup-sandbox-\d{4}-\d\d-\d\d\.csv"/);
  expect(parse(await response.text(), { bom: true })).toEqual([
    head,
    ["R1", "found", "Corner Cafe", "Payment", "12.34", "EUR"],
    ["R2", "found", "Corner Cafe", "Payment", "-300", "JPY"],
    ["'=1+1", "missing", "", "–", "", ""],
    ["R4", "error", "", "The gateway didn't respond in time.", "12,5", ""],
  ]);
  expect(await lastAct()).toMatchObject({ act: "lookup.exported", detail: { format: "csv", rows: 4 } });
});

test("a result is exported as XLSX with amounts as numbers", async () => {
  const bytes = new Uint8Array(await (await exported("xlsx")).arrayBuffer());
  const found: unknown[][] = [];
  for await (const { values } of streamXlsxRows(bytes)) found.push(values);
  expect(found[0]).toEqual(head);
  expect(found.slice(1).map(([reference, , , , amount]) => [reference, amount])).toEqual([
    ["R1", 12.34],
    ["R2", -300],
    ["=1+1", ""],
    ["R4", "12,5"],
  ]);
});

// The longest name that a merchant may have (lib/services/environments/connect-file.ts).
test("a result is exported with a merchant's name of 120 characters", async () => {
  const merchant = "Книжарница ".repeat(11).slice(0, 120);
  const response = await exported("csv", { format: "csv", rows: [{ ...row, merchant }] });
  expect(response.status).toBe(200);
  expect(parse(await response.text(), { bom: true })[1]).toEqual(["R1", "found", merchant, "Payment", "12.34", "EUR"]);
  expect((await exported("csv", { format: "csv", rows: [{ ...row, merchant: `${merchant}x` }] })).status).toBe(400);
});

test("an amount in minor units is exported without its text", async () => {
  const { amountText: _, ...short } = row;
  const response = await exported("csv", { format: "csv", rows: [short, { ...short, amountMinor: null }] });
  expect(parse(await response.text(), { bom: true }).map((cells) => cells[4])).toEqual(["Amount", "12.34", ""]);
});

test("an empty list of references is not exported", async () => {
  expect((await exported("csv", { format: "csv", rows: [] })).status).toBe(400);
});
