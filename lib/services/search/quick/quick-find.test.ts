import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Transaction } from "#lib/contract/transaction.ts";
import { transaction } from "#lib/db/schema/transaction.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { listMerchantTransactions } from "../../transactions/list-transactions.ts";
import { quickFind } from "./quick-find.ts";

let fixture: SandboxFixture;
let sale: Transaction;
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 300, slugs: ["corner-cafe", "knigi-online"] });
  for (const merchant of ["corner-cafe", "knigi-online"]) {
    const { items } = await listMerchantTransactions(fixture.ctx(), { environment, merchant, input: { limit: "200" } });
    const found = items.find((item) => item.pan && item.referenceNumber && item.reference && item.sign === "credit");
    if (merchant === "corner-cafe" && found) sale = found;
  }
});
afterAll(() => fixture.drop());

const find = async (...values: string[]) => (await quickFind(fixture.ctx(), { environment, input: { values } })).hits;
const href = () => `/sandbox/corner-cafe/transactions/${sale.reference}`;
const calls = () => fixture.control("stats");

test("four card digits and an amount, in either order, open the one payment", async () => {
  const digits = sale.pan?.slice(-4) ?? "";
  for (const text of [`${digits} ${sale.amountText}`, `${sale.amountText.replace(".", ",")} EUR *${digits}`]) {
    const hits = await find(text);
    expect(hits.map((hit) => hit.href)).toContain(href());
    expect(hits.every(({ exact, matched }) => exact && matched === "pan")).toBe(true);
  }
});

test("an order number is found whatever its case and spaces", async () => {
  const order = sale.referenceNumber ?? "";
  const hits = await find(` ${order.toLowerCase().replaceAll("-", " ").split("").join(" ")} `);
  expect(hits[0]).toMatchObject({ href: href(), exact: true });
});

test("a transaction whose time the gateway wrote unreadably is found with an estimated time", async () => {
  const { db } = fixture.ctx();
  const own = eq(transaction.reference, sale.reference ?? "");
  const [before] = await find(sale.reference ?? "");
  await db.update(transaction).set({ occurredAtText: "0001-01-01T00:00:00" }).where(own);
  const [after] = await find(sale.reference ?? "");
  await db.update(transaction).set({ occurredAtText: sale.occurredAtText }).where(own);
  expect([before?.isTimeEstimated, after?.isTimeEstimated]).toEqual([undefined, true]);
});

test("of the words of a pasted text only exact matches are hits", async () => {
  const reference = sale.reference ?? "";
  const hits = await find("2026-11-21", reference, reference.slice(0, 8), "10:42");
  expect(hits.map((hit) => hit.href)).toEqual([href()]);
  expect((await find(reference.slice(0, 8))).length).toBeGreaterThan(0);
});

test("no gateway is queried, not even for unknown identifiers", async () => {
  const before = await calls();
  expect(await find("POSA99999999ZZZZ")).toEqual([]);
  expect(await calls()).toEqual(before);
});

test("only the merchants an account may see are searched", async () => {
  const ctx = fixture.ctx({ role: "viewer", merchants: ["sandbox/knigi-online"] });
  expect((await quickFind(ctx, { environment, input: { values: [sale.reference ?? ""] } })).hits).toEqual([]);
});

test.each([[{ values: [] }], [{ values: ["x".repeat(256)] }], [{ values: Array(21).fill("A") }], [{ q: "A" }]])(
  "refuses %j",
  async (input) => {
    await expect(quickFind(fixture.ctx(), { environment, input })).rejects.toMatchObject({ code: "invalid_input" });
  },
);
