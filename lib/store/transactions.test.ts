import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VaultError } from "../vault/aead.ts";
import { createTestVault } from "../vault/testing/test-vault.ts";
import { saveIdentifiers } from "./identifiers.ts";
import { type NewTransaction, saveTransactions } from "./save-transactions.ts";
import { openTransaction } from "./sealed-transaction.ts";
import { createTestStore, type TestStore } from "./testing/test-store.ts";
import { listTransactionRows, type TransactionPageQuery } from "./transaction-list.ts";
import { sumTransactions } from "./transaction-sums.ts";
import { findTransactionsById } from "./transactions.ts";

let store: TestStore;
const vault = createTestVault();
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const noon = new Date("2026-03-04T12:00:00Z");

function row(merchantId: string, id: string, change: Partial<NewTransaction> = {}): NewTransaction {
  return {
    merchantId,
    environment: "sandbox",
    id,
    reference: `REF${id}`,
    occurredAt: noon,
    day: "2026-03-04",
    hasOwnTime: true,
    occurredAtText: "2026-03-04T14:00:00",
    type: "013",
    sign: "credit",
    amountMinor: 1840,
    amountText: "18.40",
    currency: "EUR",
    accountNumber: null,
    terminalId: null,
    referenceNumber: null,
    pan: null,
    description: null,
    record: { id },
    readAt: noon,
    ...change,
  };
}

test("a row read again changes nothing, a corrected one is updated", async () => {
  const merchantId = randomUUID();
  expect(await saveTransactions(store.db, vault, [row(merchantId, "1")])).toMatchObject([
    { id: "1", isNew: true, before: undefined },
  ]);
  expect(await saveTransactions(store.db, vault, [row(merchantId, "1")])).toEqual([]);
  const corrected = row(merchantId, "1", { amountMinor: 1900, amountText: "19.00", record: { id: "1", note: "corrected" } });
  expect(await saveTransactions(store.db, vault, [corrected])).toMatchObject([{ id: "1", isNew: false, before: noon }]);
  const [stored] = await findTransactionsById(store.db, { merchantId, ids: ["1"] });
  expect(stored).toMatchObject({ amountMinor: 1900 });
  expect(stored && openTransaction(vault, stored).record).toMatchObject({ note: "corrected" });
});

test("an answer that was asked for earlier never replaces a newer one", async () => {
  const merchantId = randomUUID();
  const at = (second: number) => new Date(noon.getTime() + second * 1_000);
  const read = (second: number, note: string) => row(merchantId, "1", { readAt: at(second), record: { id: "1", note } });
  await saveTransactions(store.db, vault, [read(0, "first")]);
  await saveTransactions(store.db, vault, [read(2, "newer")]);
  expect(await saveTransactions(store.db, vault, [read(1, "older")])).toEqual([]);
  const [stored] = await findTransactionsById(store.db, { merchantId, ids: ["1"] });
  expect(stored && openTransaction(vault, stored).record).toMatchObject({ note: "newer" });
});

test("a row whose time cannot be read keeps the time it was first given", async () => {
  const merchantId = randomUUID();
  const unclear = { hasOwnTime: false, occurredAtText: "soon" };
  await saveTransactions(store.db, vault, [row(merchantId, "1", unclear)]);
  await saveTransactions(store.db, vault, [
    row(merchantId, "1", { ...unclear, occurredAt: new Date(0), record: { id: "1", again: true } }),
  ]);
  const [stored] = await findTransactionsById(store.db, { merchantId, ids: ["1"] });
  expect(stored).toMatchObject({ occurredAt: noon });
  expect(stored && openTransaction(vault, stored).record).toMatchObject({ again: true });
});

test("the same id twice in one page is one row", async () => {
  const merchantId = randomUUID();
  expect(await saveTransactions(store.db, vault, [row(merchantId, "1"), row(merchantId, "1")])).toHaveLength(1);
});

test.each(["newest", "oldest"] as const)("paging %s over equal times visits every row of all merchants once", async (order) => {
  const merchantIds = [randomUUID(), randomUUID()];
  const rows = merchantIds.flatMap((merchantId) =>
    Array.from({ length: 15 }, (_, index) =>
      row(merchantId, String(index), { occurredAt: new Date(noon.getTime() + Math.floor(index / 7) * 1000) }),
    ),
  );
  for (const merchantId of merchantIds) {
    await saveTransactions(
      store.db,
      vault,
      rows.filter((each) => each.merchantId === merchantId),
    );
  }
  const seen: string[] = [];
  let after: TransactionPageQuery["after"];
  for (;;) {
    const page = await listTransactionRows(store.db, { environment: "sandbox", merchantIds, order, after, limit: 4 });
    if (page.length === 0) break;
    seen.push(...page.map((each) => `${each.merchantId} ${each.id}`));
    after = page.at(-1);
  }
  expect(seen).toHaveLength(30);
  expect(new Set(seen).size).toBe(30);
});

test("filters combine, and sums are of the whole filter for each currency", async () => {
  const merchantId = randomUUID();
  await saveTransactions(store.db, vault, [
    row(merchantId, "1", { terminalId: "81000001", accountNumber: "A" }),
    row(merchantId, "2", { sign: "debit", amountMinor: -300, type: "001" }),
    row(merchantId, "3", { currency: "JPY", amountMinor: 1234 }),
    row(merchantId, "4", { currency: "JPY", amountMinor: null, amountText: "12.5" }),
    row(merchantId, "5", { occurredAt: new Date("2026-02-01T00:00:00Z") }),
  ]);
  const query = { environment: "sandbox", merchantIds: [merchantId], order: "newest" as const, limit: 50 };
  const ids = async (filter: Partial<TransactionPageQuery>) =>
    (await listTransactionRows(store.db, { ...query, ...filter })).map((each) => each.id);
  expect(await ids({ sign: "credit", currency: "EUR", from: new Date("2026-03-01T00:00:00Z") })).toEqual(["1"]);
  expect(await ids({ types: ["001", "042"] })).toEqual(["2"]);
  expect(await ids({ terminal: "81000001", account: "A" })).toEqual(["1"]);
  expect(await ids({ amountMin: -300, amountMax: -300 })).toEqual(["2"]);
  expect(await ids({ before: new Date("2026-03-01T00:00:00Z") })).toEqual(["5"]);
  expect(await sumTransactions(store.db, query)).toEqual([
    { currency: "EUR", count: 3, creditMinor: 3680, debitMinor: -300 },
    { currency: "JPY", count: 2, creditMinor: 1234, debitMinor: 0 },
  ]);
});

test("sums beyond the safe integers stop there", async () => {
  const merchantId = randomUUID();
  const huge = { amountMinor: Number.MAX_SAFE_INTEGER };
  await saveTransactions(store.db, vault, [row(merchantId, "1", huge), row(merchantId, "2", huge)]);
  const [total] = await sumTransactions(store.db, { environment: "sandbox", merchantIds: [merchantId] });
  expect(total?.creditMinor).toBe(Number.MAX_SAFE_INTEGER);
});

test("an identifier narrows the list by its beginning, never by its middle", async () => {
  const merchantId = randomUUID();
  await saveTransactions(store.db, vault, [row(merchantId, "1"), row(merchantId, "2")]);
  const known = { environment: "sandbox", merchantId, kind: "transaction" as const, field: "orderId", occurredAt: noon };
  await saveIdentifiers(store.db, [{ ...known, targetId: "1", value: "HB2026_1" }]);
  const query = { environment: "sandbox", merchantIds: [merchantId], order: "newest" as const, limit: 50 };
  const ids = async (identifier: string) =>
    (await listTransactionRows(store.db, { ...query, identifier })).map((each) => each.id);
  expect(await ids("HB2026")).toEqual(["1"]);
  expect(await ids("HB2026_1")).toEqual(["1"]);
  expect(await ids("2026")).toEqual([]);
  expect(await ids("HB2026%1")).toEqual([]);
});

test("no merchant, no row", async () => {
  expect(await listTransactionRows(store.db, { environment: "sandbox", merchantIds: [], order: "newest", limit: 5 })).toEqual([]);
});

test("a sealed row moved to another row, or changed by a bit, does not open", async () => {
  const merchantId = randomUUID();
  await saveTransactions(store.db, vault, [row(merchantId, "1"), row(merchantId, "2")]);
  const [first, second] = await findTransactionsById(store.db, { merchantId, ids: ["1", "2"] });
  if (!first || !second) throw new Error("The rows were not stored.");
  expect(openTransaction(vault, first).record).toEqual({ id: first.id });
  expect(() => openTransaction(vault, { ...first, sealed: second.sealed })).toThrow(VaultError);
  const changed = Buffer.from(first.sealed);
  changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
  expect(() => openTransaction(vault, { ...first, sealed: changed })).toThrow(VaultError);
});
