import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { streamXlsxRows } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Transaction } from "#lib/contract/transaction.ts";
import { isAppError } from "#lib/core/errors.ts";
import { parseDecimal } from "#lib/core/money.ts";
import { notifyEndpoint } from "#lib/db/schema/notification.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { eachTransaction } from "../transactions/each-transaction.ts";
import { listTransactions } from "../transactions/list-transactions.ts";
import type { ExportCell } from "./export-cell.ts";
import { exportTransactions } from "./export-transactions.ts";
import { toCsv } from "./to-csv.ts";
import { toXlsx } from "./to-xlsx.ts";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 2_600, slugs: ["corner-cafe", "sakura-travel"] });
  while (!(await listTransactions(fixture.ctx(), { environment, input: {} })).complete);
  const { id } = await fixture.merchant("sakura-travel");
  const place = { id, environment, merchantId: id, sid: "", createdBy: "test" };
  await fixture.store.db.insert(notifyEndpoint).values({ ...place, createdAt: new Date(0) });
});
afterAll(() => fixture.drop());

const all = { kind: "matching", filter: {} };
const exported = (input: object, merchant?: string) => exportTransactions(fixture.ctx(), { environment, merchant, input });
const columns = ["amount", "currency", "reference", "description"];

async function synced(filter: object): Promise<Transaction[]> {
  const selection = { kind: "matching" as const, filter, except: [] };
  const rows: Transaction[] = [];
  for await (const batch of eachTransaction(fixture.ctx(), { environment, selection, order: "newest" })) rows.push(...batch);
  return rows;
}

async function csvRows(input: object): Promise<string[][]> {
  const { body } = await exported({ format: "csv", ...input });
  return parse(await text(body), { bom: true });
}

describe("a CSV file", () => {
  test("has exactly the filter's rows in order, with exact amounts", async () => {
    const [head, ...rows] = await csvRows({ columns, selection: all });
    const expected = await synced({});
    expect(head).toEqual(["Amount", "Currency", "Payment reference", "Description"]);
    expect(expected.length).toBeGreaterThan(1_000);
    expect(rows.map(([amount = "", currency = "", reference]) => [parseDecimal(amount, currency), currency, reference])).toEqual(
      expected.map(({ amountMinor, currency, reference }) => [amountMinor, currency, reference ?? ""]),
    );
    expect(rows.some(([amount, currency]) => currency === "JPY" && /^-?\d+$/.test(amount ?? ""))).toBe(true);
    expect(rows.some(([amount, currency]) => currency === "EUR" && /^-\d+\.\d\d$/.test(amount ?? ""))).toBe(true);
  });

  test("of a narrower filter, a selection, or all but some has only those rows", async () => {
    const rows = await synced({ currency: "JPY" });
    const filter = { currency: "JPY" };
    expect(await csvRows({ columns, selection: { kind: "matching", filter } })).toHaveLength(rows.length + 1);
    const [first, second] = rows.map(({ merchant, id }) => ({ merchant, id }));
    expect(await csvRows({ columns, selection: { kind: "rows", rows: [first, second] } })).toHaveLength(3);
    expect(await csvRows({ columns, selection: { kind: "matching", filter, except: [first] } })).toHaveLength(rows.length);
  });

  test("says of each row whether it was notified, as the list does", async () => {
    const { items } = await listTransactions(fixture.ctx(), { environment, input: { limit: "500" } });
    const [, ...rows] = await csvRows({ columns: ["reference", "notified"], selection: all });
    const expected = items.map(({ reference, notified }) => [reference ?? "", notified?.state.replaceAll("_", " ")]);
    expect(rows.slice(0, 500)).toEqual(expected);
    expect(new Set(rows.map(([, notified]) => notified))).toEqual(new Set(["not notified", "not applicable"]));
  });

  test("escapes texts that a spreadsheet would evaluate as a formula, and no negative amount", async () => {
    const cells: ExportCell[] = ["=1+1", "+1", "-1", "@x", "\tx", "plain", 'say "x", y'].map((text) => ({
      text,
      isNumber: false,
    }));
    const batches = (async function* () {
      yield [[...cells, { text: "-12.34", isNumber: true }]];
    })();
    const [, line] = (await text(toCsv([], batches))).split("\r\n");
    expect(line).toBe(`'=1+1,'+1,'-1,'@x,'\tx,plain,"say ""x"", y",-12.34`);
  });
});

describe("a workbook", () => {
  async function xlsxRows(body: ReadableStream<Uint8Array>): Promise<unknown[][]> {
    const bytes = new Uint8Array(await new Response(body).arrayBuffer());
    const rows: unknown[][] = [];
    for await (const { values } of streamXlsxRows(bytes)) rows.push(values);
    return rows;
  }

  test("has the same rows with amounts as numbers", async () => {
    const { body, fileName } = await exported({ format: "xlsx", columns, selection: all });
    expect(fileName).toMatch(/^transactions-\w+-\d{4}-\d\d-\d\d\.xlsx$/);
    const [head, ...rows] = await xlsxRows(body);
    const csv = await csvRows({ columns, selection: all });
    expect(head).toEqual(csv[0]);
    expect(rows.map(([amount]) => amount)).toEqual(csv.slice(1).map(([amount]) => Number(amount)));
  });

  test("stores a formula as text", async () => {
    const batches = (async function* () {
      yield [[{ text: "=HYPERLINK(1)", isNumber: false }]];
    })();
    expect(
      (await xlsxRows(toXlsx(batches, { name: "Sheet", columns: [{ heading: "Description", width: 20 }], currencies: [] })))[1],
    ).toEqual(["=HYPERLINK(1)"]);
  });
});

test("times are in the requested zone, and their heading names it", async () => {
  const expected = await synced({ currency: "JPY" });
  const selection = { kind: "matching", filter: { currency: "JPY" } };
  const [head, first] = await csvRows({ columns: ["occurredAt"], selection, zone: "Asia/Tokyo" });
  expect(head).toEqual(["Time (Asia/Tokyo)"]);
  expect(new Date(`${first?.[0]?.replace(" ", "T")}+09:00`).toISOString().slice(0, 19)).toBe(
    expected[0]?.occurredAt.slice(0, 19),
  );
  expect((await csvRows({ columns: ["occurredAt"], selection }))[0]?.[0]).toMatch(/^Time \(\w+/);
});

test("rows are read on demand, and reading stops when the file is closed", async () => {
  let [given, ended] = [0, false];
  const batches = (async function* () {
    try {
      for (;;) {
        given += 1;
        yield Array.from({ length: 1_000 }, () => [{ text: "x".repeat(20), isNumber: false }]);
      }
    } finally {
      ended = true;
    }
  })();
  const reader = toCsv(["description"], batches).getReader();
  for (let chunk = 0; chunk < 4; chunk++) await reader.read();
  expect(given).toBeLessThan(8);
  await reader.cancel();
  expect(ended).toBe(true);
});

test("an export is an audited action, with its filter and number of rows", async () => {
  await (await exported({ format: "csv", selection: { kind: "matching", filter: { currency: "JPY" } } })).body.cancel();
  const row = (await readAudit(fixture.ctx())).findLast(({ act }) => act === "transactions.exported");
  const rows = (await synced({ currency: "JPY" })).length;
  expect(row?.detail).toMatchObject({ format: "csv", rows, filter: { currency: "JPY" } });
});

test.each([
  ["format", { format: "pdf", selection: all }],
  ["columns.0", { format: "csv", columns: ["secret"], selection: all }],
  ["columns", { format: "csv", columns: [], selection: all }],
  ["selection.rows", { format: "csv", selection: { kind: "rows", rows: [] } }],
  ["selection", { format: "csv" }],
])("what cannot be exported is named: %s", async (field, input) => {
  const refused = await exported(input).catch((thrown: unknown) => thrown);
  expect(isAppError(refused) && refused.fields?.map((problem) => problem.field)).toContain(field);
});
