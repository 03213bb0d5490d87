// @module-tag long: reads whole ledgers through a gateway of its own.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Transaction } from "#lib/contract/transaction.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { strictSandboxSettings } from "#lib/sandbox/settings.ts";
import { lookupMerchantReferences, lookupReferences } from "../bulk-lookup/lookup-references.ts";
import { findAnything } from "../search/find-anything.ts";
import { getTransaction } from "./get-transaction.ts";
import { getTransactionById } from "./get-transaction-by-id.ts";
import { listMerchantTransactions, listTransactions } from "./list-transactions.ts";
import { totalTransactions } from "./sum-transactions.ts";

type Stats = { calls: Record<string, number> };
const transactions = 900;

let fixture: SandboxFixture;
const listOf = (merchant: string, input: object = {}) =>
  listMerchantTransactions(fixture.ctx(), { environment, merchant, input });
const all = (input: object = {}) => listTransactions(fixture.ctx(), { environment, input });
const sums = (input: object = {}, merchant?: string) => totalTransactions(fixture.ctx(), { environment, merchant, input });

/** The slow merchant may take longer than the time limit of one response. */
async function wholeList() {
  await expect.poll(async () => (await all()).complete).toBe(true);
  return all({ limit: "500" });
}

async function everyRow(read: (input: object) => ReturnType<typeof listOf>, input: object): Promise<Transaction[]> {
  const items: Transaction[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await read({ ...input, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}

describe("before the sandbox over HTTP", () => {
  beforeAll(async () => {
    fixture = await createSandboxFixture({ transactions });
  });
  afterAll(() => fixture.drop());

  test("a thousand lists at once on a cold start cost one token and one session and one reading for each merchant", {
    meta: { slow: "Asks for a thousand lists at once." },
  }, async () => {
    const slugs = [
      "corner-cafe",
      "sakura-travel",
      "moda-ritorni",
      "taxi-athina",
      "knigi-online",
      "zum-anker",
      "bodega-del-sol",
      "empty",
    ];
    // The time limit of a list is tested in list-budget.test.ts; here a busy machine may take longer.
    const list = (merchant = "") =>
      listMerchantTransactions(fixture.ctx(), { environment, merchant, input: {}, budgetMs: 50_000 });
    const pages = await Promise.all(Array.from({ length: 1_000 }, (_, at) => list(slugs[at % 8])));
    expect(pages.every((page) => page.complete && page.source === "gateway")).toBe(true);
    const { calls } = (await fixture.control("stats")) as Stats;
    expect(calls.token).toBe(1);
    for (const slug of slugs) expect([slug, calls[`session:${slug}`]]).toEqual([slug, 1]);
    expect(calls).toMatchObject({ accounts: 8, "accounts:corner-cafe": 1, "transactions:zum-anker": 3 });
  });

  test("all merchants' rows are listed, the refused one is named, the empty one is no problem", {
    meta: { slow: "Reads the whole sandbox ledger over HTTP." },
  }, async () => {
    const page = await wholeList();
    expect(page.problems).toEqual([expect.objectContaining({ merchant: "refused", code: "merchant_refused" })]);
    expect(page).toMatchObject({ complete: true, source: "mirror", zone: "UTC" });
    const { count, totals } = await sums();
    expect(count).toBe(transactions);
    expect(totals.map((total) => total.currency)).toEqual(expect.arrayContaining(["EUR", "JPY", "KWD"]));
    expect(await listOf("empty")).toMatchObject({ items: [], complete: true, source: "gateway" });
    await expect(listOf("refused")).rejects.toMatchObject({ code: "merchant_refused" });
    const { calls } = (await fixture.control("stats")) as Stats;
    expect(calls["session:refused"]).toBe(1);
  });

  test.each(["newest", "oldest"])("paging %s visits every row once, in order, and the totals are those of all", async (order) => {
    const items = await everyRow(all, { order, limit: "97" });
    expect(items).toHaveLength(transactions);
    expect(new Set(items.map((item) => `${item.merchant} ${item.id}`)).size).toBe(transactions);
    const times = items.map((item) => item.occurredAt);
    expect(times).toEqual(order === "newest" ? times.toSorted().toReversed() : times.toSorted());
    const { totals } = await sums();
    for (const total of totals) {
      const amounts = items.filter((item) => item.currency === total.currency).map((item) => item.amountMinor ?? 0);
      const sum = (sign: number) => amounts.filter((amount) => amount * sign > 0).reduce((left, right) => left + right, 0);
      expect(total).toMatchObject({ count: amounts.length, creditMinor: sum(1), debitMinor: sum(-1) });
    }
  });

  test("filters combine and their totals follow; debits are negative", async () => {
    const filter = { sign: "debit", currency: "JPY", amountMin: "1" };
    const page = await listOf("sakura-travel", { ...filter, limit: "500" });
    const { totals } = await sums(filter, "sakura-travel");
    expect(page.items.length).toBeGreaterThan(0);
    for (const item of page.items) {
      expect(item).toMatchObject({ sign: "debit", currency: "JPY", merchant: "sakura-travel" });
      expect(item.amountMinor).toBeLessThan(0);
    }
    expect(totals).toEqual([expect.objectContaining({ currency: "JPY", count: page.items.length, creditMinor: 0 })]);
  });

  test("a cursor of another filter is refused", async () => {
    const { nextCursor } = await listOf("corner-cafe", { limit: "1" });
    await expect(listOf("corner-cafe", { limit: "1", sign: "credit", cursor: nextCursor })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(listOf("zum-anker", { limit: "1", cursor: nextCursor })).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("a sale and its fee are one detail with two rows, every field received and the gateway's own list", async () => {
    const items = await everyRow((input) => listOf("corner-cafe", input), { limit: "500" });
    const counts = Map.groupBy(items, (item) => item.reference);
    const [reference] = [...counts].find(([text, rows]) => text !== null && rows.length > 1) ?? [];
    const detail = await getTransaction(fixture.ctx(), { environment, merchant: "corner-cafe", reference: reference ?? "" });
    expect(detail.rows.length).toBeGreaterThan(1);
    expect(detail).toMatchObject({ source: "gateway", merchant: "corner-cafe", reference, problem: undefined });
    expect(detail.general).toMatchObject({ isFee: expect.any(Boolean) });
    expect(detail.details).toEqual(expect.arrayContaining([expect.objectContaining({ label: "Amount" })]));
    expect(detail.rows[0]?.fields.map((field) => field.label)).toEqual(
      expect.arrayContaining(["Transaction ID", "Reference", "Direction"]),
    );
  });

  test("references with slashes and spaces open; unknown ones are not found", async () => {
    const items = await everyRow((input) => listOf("moda-ritorni", input), { limit: "500" });
    const odd = items.find((item) => /[/ ]/.test(item.reference ?? ""));
    expect(odd).toBeDefined();
    const detail = await getTransaction(fixture.ctx(), {
      environment,
      merchant: "moda-ritorni",
      reference: odd?.reference ?? "",
    });
    expect(detail).toMatchObject({ source: "gateway", reference: odd?.reference });
    const unknown = getTransaction(fixture.ctx(), { environment, merchant: "moda-ritorni", reference: "no such/ thing" });
    await expect(unknown).rejects.toMatchObject({ code: "not_found" });
  });

  test("a row without a reference opens by its id, and an unknown id is not found", async () => {
    const items = await everyRow(all, { limit: "500" });
    const bare = items.find((item) => item.reference === null);
    expect(bare).toBeDefined();
    const detail = await getTransactionById(fixture.ctx(), { environment, merchant: bare?.merchant ?? "", id: bare?.id ?? "" });
    expect(detail).toMatchObject({ reference: null, rows: [{ id: bare?.id }], general: null });
    for (const id of ["1", "nonsense", "99999999999999999999999"]) {
      await expect(getTransactionById(fixture.ctx(), { environment, merchant: "corner-cafe", id })).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });

  test("a thousand references over all merchants each get the right result and merchant", {
    meta: { slow: "Looks up a thousand references over HTTP." },
  }, async () => {
    const items = (await everyRow(all, { limit: "500" })).filter((item) => item.reference !== null);
    const known = [...new Map(items.map((item) => [item.reference ?? "", item.merchant]))].slice(0, 400);
    const missing = Array.from({ length: 200 }, (_, at) => `NOSUCH${at}`);
    const references = [...known.map(([reference]) => reference), ...missing];
    const input = { references: [...references, ...references.slice(0, 400).map((each) => ` ${each.toLowerCase()} `)] };
    const result = await lookupReferences(fixture.ctx(), { environment, input });
    expect(result.rows.map((row) => row.reference)).toEqual(references);
    const verdicts = result.rows.map((row) => [row.verdict, row.merchant]);
    expect(verdicts).toEqual([...known.map(([, merchant]) => ["found", merchant]), ...missing.map(() => ["missing", undefined])]);
    expect(result.notSearched).toEqual([{ merchant: "refused", reason: expect.any(String), details: expect.any(Object) }]);
    expect(result.rows[0]?.transaction).toMatchObject({ row: { merchant: known[0]?.[1] }, details: expect.any(Array) });
  });

  test("one merchant's lookup keeps the order and merges duplicates", async () => {
    const { items } = await listOf("zum-anker", { limit: "50" });
    const reference = items.find((item) => item.reference)?.reference ?? "";
    const input = { references: ["NOPE", reference, ` ${reference}`, "nope"] };
    const result = await lookupMerchantReferences(fixture.ctx(), { environment, merchant: "zum-anker", input });
    expect(result).toMatchObject({
      rows: [
        { reference: "NOPE", verdict: "missing" },
        { reference, verdict: "found", merchant: "zum-anker" },
      ],
      notSearched: [],
    });
  });

  test("search opens a record by reference, order number, card digits and amount, exact before prefix, never by substring", async () => {
    const { items } = await listOf("corner-cafe", { limit: "500" });
    const sale = items.find((item) => item.reference && item.referenceNumber && item.pan && item.amountMinor);
    const find = (q: string) => findAnything(fixture.ctx(), { environment, input: { q } });
    const href = `/sandbox/corner-cafe/transactions/${encodeURIComponent(sale?.reference ?? "")}`;
    for (const q of [sale?.reference, sale?.reference?.toLowerCase(), sale?.reference?.slice(0, -1), sale?.referenceNumber]) {
      const { hits } = await find(q ?? "");
      expect([q, hits.map((hit) => hit.href)]).toEqual([q, expect.arrayContaining([href])]);
    }
    const digits = await find(sale?.pan?.slice(-4) ?? "");
    expect(digits.hits.some((hit) => hit.matched === "pan" && hit.exact)).toBe(true);
    expect((await find(sale?.amountText.replace("-", "") ?? "")).hits.every((hit) => hit.kind === "transaction")).toBe(true);
    const inside = await find(sale?.reference?.slice(3) ?? "");
    expect(inside.hits.map((hit) => hit.reference)).not.toContain(sale?.reference);
  });

  test("a merchant outside an account's list is neither listed, searched nor found", async () => {
    const staff = { merchants: ["sandbox/zum-anker"] };
    const page = await listTransactions(fixture.ctx(staff), { environment, input: { limit: "500" } });
    expect(new Set(page.items.map((item) => item.merchant))).toEqual(new Set(["zum-anker"]));
    const { items } = await listOf("corner-cafe", { limit: "50" });
    const reference = items.find((item) => item.reference)?.reference ?? "";
    const result = await lookupReferences(fixture.ctx(staff), { environment, input: { references: [reference] } });
    expect(result).toEqual({ rows: [{ reference, verdict: "missing" }], notSearched: [], notSearchedCount: 0 });
    expect((await findAnything(fixture.ctx(staff), { environment, input: { q: reference } })).hits).toEqual([]);
  });
});

describe("before what was never read", () => {
  beforeAll(async () => {
    fixture = await createSandboxFixture({ transactions, slugs: ["corner-cafe", "refused", "zum-anker"] });
  });
  afterAll(() => fixture.drop());

  test("search queries the gateways, opens the record and names those that could not be queried", async () => {
    const sandbox = await createSandboxFixture({ transactions, slugs: ["zum-anker"] });
    const { items } = await listMerchantTransactions(sandbox.ctx(), {
      environment,
      merchant: "zum-anker",
      input: { limit: "50" },
    });
    await sandbox.drop();
    const reference = items.find((item) => item.reference)?.reference ?? "";
    const result = await findAnything(fixture.ctx(), { environment, input: { q: reference } });
    expect(result.hits).toEqual([
      expect.objectContaining({ kind: "transaction", merchant: "zum-anker", reference, exact: true }),
    ]);
    expect(result.notSearched).toEqual([
      { merchant: "refused", reason: expect.stringContaining("rejected"), details: expect.any(Object) },
    ]);
    expect((await findAnything(fixture.ctx(), { environment, input: { q: "4242" } })).notSearched).toEqual([]);
  });
});

describe("before a gateway in its strictest settings", () => {
  beforeAll(async () => {
    fixture = await createSandboxFixture({
      transactions,
      settings: strictSandboxSettings,
      options: { pageSizeName: "page_size" },
    });
  });
  afterAll(() => fixture.drop());

  test("everything is still read, account by account and with dates, unknown members included", {
    meta: { slow: "Reads the whole sandbox ledger over HTTP in small pages." },
  }, async () => {
    const page = await wholeList();
    expect((await sums()).count).toBe(transactions);
    expect(page.complete).toBe(true);
    const [first] = page.items;
    const detail = await getTransactionById(fixture.ctx(), { environment, merchant: first?.merchant ?? "", id: first?.id ?? "" });
    expect(detail.rows[0]?.fields).toEqual(expect.arrayContaining([{ label: "x_internal_flag", value: "true" }]));
  });

  test("yen have no decimals and dinars three", async () => {
    const { items } = await listOf("sakura-travel", { limit: "500" });
    const yen = items.filter((each) => each.currency === "JPY");
    expect(yen.length).toBeGreaterThan(0);
    for (const item of yen) expect(item.amountMinor).toBe(Number(item.amountText));
    const dinars = items.filter((each) => each.currency === "KWD");
    for (const item of dinars) expect(item.amountMinor).toBe(Math.round(Number(item.amountText) * 1000));
    expect(dinars.length).toBeGreaterThan(0);
  });
});
