import { beforeEach, describe, expect, test } from "vitest";
import { asJson, createTestSandbox, type Row, rowsOf, type TestSandbox } from "../testing/test-sandbox.ts";
import { documentTypes } from "./statement.ts";

let gateway: TestSandbox;
beforeEach(() => {
  gateway = createTestSandbox();
});

const path = "/accounting/v1/accounts/statements";
const question = { account_number: "50000000001", document_type: "MT940MultiCash", date: "2026-11-19" };
const minor = (text: string | undefined) => Number((text ?? "").replace(",", ""));

/** The first account of a merchant, and its rows of a day. */
async function listDay(of: TestSandbox, slug: string, date: string): Promise<{ account: string; rows: Row[] }> {
  const as = await of.as(slug);
  const account = of.sandbox.describe().merchants.find((each) => each.slug === slug)?.accounts[0]?.accountNumber ?? "";
  const query = `account_number=${account}&from_date=${date}&to_date=${date}&size=100&order=Ascending`;
  return { account, rows: rowsOf(await as(`/accounting/v1/transactions?${query}`)) };
}

/** The newest day on which the first account has rows. */
async function lastDay(of: TestSandbox, slug: string): Promise<string> {
  const as = await of.as(slug);
  const account = of.sandbox.describe().merchants.find((each) => each.slug === slug)?.accounts[0]?.accountNumber ?? "";
  return rowsOf(await as(`/accounting/v1/transactions?account_number=${account}&size=1`))[0]?.date.slice(0, 10) ?? "";
}

describe("a statement", () => {
  test.each(["corner-cafe", "sakura-travel"])("of %s contains the day's rows and closes with their sum", async (slug) => {
    const date = await lastDay(gateway, slug);
    const { account, rows } = await listDay(gateway, slug, date);
    const as = await gateway.as(slug);
    const { status, headers, text } = await as(path, asJson({ ...question, account_number: account, date }));
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const entries = [...text.matchAll(/^:61:(\d{6})(\d{4})([CD])(\d+,\d*)NMSC([^/\r]*)\/\/(\d+)\r$/gm)];
    expect(entries.map((entry) => Number(entry[6]))).toEqual(rows.map(({ id }) => id));
    expect(entries.map(([, , , mark]) => mark)).toEqual(rows.map(({ sign }) => (sign === "Debit" ? "D" : "C")));
    const sum = entries.reduce((total, [, , , mark, amount]) => total + (mark === "D" ? -minor(amount) : minor(amount)), 0);
    const [, sign, closing] = /^:62F:([CD])\d{6}[A-Z]{3}(\d+,\d*)\r$/m.exec(text) ?? [];
    expect(sign === "D" ? -minor(closing) : minor(closing)).toBe(sum);
    expect(sum).not.toBe(0);
    expect(text).toMatch(/^:60F:C\d{6}[A-Z]{3}0,0*\r$/m);
    expect(text.split("\r\n").every((line) => line.length <= 65 && /^[\x20-\x7e]*$/.test(line))).toBe(true);
  });

  test.each(documentTypes)("comes as %s", async (type) => {
    const as = await gateway.as("corner-cafe");
    const date = await lastDay(gateway, "corner-cafe");
    const account = gateway.sandbox.describe().merchants.find(({ slug }) => slug === "corner-cafe")?.accounts[0];
    const body = { account_number: account?.accountNumber, document_type: type, date: `${date}T00:00:00` };
    const { text } = await as(path, asJson(body));
    const [, named] = /^:25:(.*)\r$/m.exec(text) ?? [];
    expect(named === account?.accountNumber).toBe(type !== "MT940StructuredWithIban");
    expect(text.includes("?20")).toBe(type.startsWith("MT940Structured"));
    expect(text.startsWith("{1:")).toBe(type === "MT940SWIFT");
  });

  test("of a day without rows, or of a future day, is empty and balanced", async () => {
    const as = await gateway.as("corner-cafe");
    const { text } = await as(path, asJson({ ...question, date: "2030-01-01" }));
    expect(text).not.toContain(":61:");
    expect(text).toContain(":60F:C300101EUR0,00\r\n:62F:C300101EUR0,00\r\n-");
  });

  test.each([
    [{ account_number: undefined }, "account_number"],
    [{ document_type: "PDF" }, "document_type"],
    [{ date: "19.11.2026" }, "date"],
    [{ date: "2026-02-30" }, "date"],
    [{ date: undefined }, "date"],
  ])("with %j is refused naming %s", async (change, field) => {
    const as = await gateway.as("corner-cafe");
    const { status, body } = await as(path, asJson({ ...question, ...change }));
    expect([status, Object.keys(Object(body.errors))]).toEqual([400, [field]]);
  });

  test("of another merchant's account is not found", async () => {
    const as = await gateway.as("taxi-athina");
    expect((await as(path, asJson(question))).status).toBe(404);
  });
});
