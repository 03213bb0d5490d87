import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VaultError } from "#lib/vault/aead.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { toIdentifierText } from "../search/identifiers.ts";
import { bareTransaction } from "../testing/bare-transaction.ts";
import { expectLedgerSums } from "../testing/expect-ledger-sums.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { sumTransactions } from "../transaction-sums/transaction-sums.ts";
import { unfoldFees } from "./fold-fees.ts";
import { removeOldTransactions } from "./remove-old-transactions.ts";
import { removeTransactions } from "./remove-transactions.ts";
import { type NewTransaction, saveTransactions } from "./save-transactions.ts";
import { openTransaction } from "./sealed-transaction.ts";
import { listTransactionRows, type TransactionPageQuery } from "./transaction-list.ts";
import { findTransactionsById, findTransactionsByReference } from "./transactions.ts";

let store: TestStore;
const vault = createTestVault();
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const noon = new Date("2026-03-04T12:00:00Z");

function row(merchantId: string, id: string, change: Partial<NewTransaction> = {}): NewTransaction {
  return {
    ...bareTransaction,
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

test("the result of an earlier request never replaces a newer one", async () => {
  const merchantId = randomUUID();
  const at = (second: number) => new Date(noon.getTime() + second * 1_000);
  const read = (second: number, note: string) => row(merchantId, "1", { readAt: at(second), record: { id: "1", note } });
  await saveTransactions(store.db, vault, [read(0, "first")]);
  await saveTransactions(store.db, vault, [read(2, "newer")]);
  expect(await saveTransactions(store.db, vault, [read(1, "older")])).toEqual([]);
  const [stored] = await findTransactionsById(store.db, { merchantId, ids: ["1"] });
  expect(stored && openTransaction(vault, stored).record).toMatchObject({ note: "newer" });
});

test("a row whose time cannot be parsed keeps its first time", async () => {
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
      rows.filter((row) => row.merchantId === merchantId),
    );
  }
  const seen: string[] = [];
  let after: TransactionPageQuery["after"];
  for (;;) {
    const page = await listTransactionRows(store.db, { environment: "sandbox", merchantIds, order, after, limit: 4 });
    if (page.length === 0) break;
    seen.push(...page.map((row) => `${row.merchantId} ${row.id}`));
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
    (await listTransactionRows(store.db, { ...query, ...filter })).map((row) => row.id);
  expect(await ids({ sign: "credit", currency: "EUR", from: new Date("2026-03-01T00:00:00Z") })).toEqual(["1"]);
  expect(await ids({ type: "001,042" })).toEqual(["2"]);
  expect(await ids({ terminal: "81000001", account: "A" })).toEqual(["1"]);
  expect(await ids({ amountMin: "3", amountMax: "3.00" })).toEqual(["2"]);
  expect(await ids({ amountMin: "3", sign: "credit", amountMax: "3.00" })).toEqual([]);
  expect(await ids({ amountMin: "1000" })).toEqual(["3"]);
  expect(await ids({ before: new Date("2026-03-01T00:00:00Z") })).toEqual(["5"]);
  expect(await sumTransactions(store.db, query)).toEqual([
    { currency: "EUR", count: 3, creditMinor: 3680, debitMinor: -300 },
    { currency: "JPY", count: 2, creditMinor: 1234, debitMinor: 0 },
  ]);
});

test("amounts of either sign are found in every order, in money of each row's currency, however many rows fit", {
  meta: { slow: "Stores more rows than are fetched and sorted at once." },
}, async () => {
  const merchantId = randomUUID();
  const currencies = ["EUR", "JPY", "KWD"];
  const all = Array.from({ length: 9_000 }, (_, at) => {
    const sign = at % 2 === 0 ? ("credit" as const) : ("debit" as const);
    const amountMinor = ((at * 7_919) % 30_000) * (sign === "credit" ? 1 : -1);
    const occurredAt = new Date(Date.UTC(2026, 2, 1) + at * 60_000);
    return row(merchantId, String(at), { sign, amountMinor, occurredAt, currency: currencies[at % 3] ?? "" });
  });
  await saveTransactions(store.db, vault, [...all, row(merchantId, "none", { amountMinor: null })]);
  const money = ({ amountMinor, currency }: (typeof all)[number]) =>
    Math.abs(amountMinor ?? 0) / { EUR: 100, JPY: 1, KWD: 1_000 }[currency as "EUR"];
  const query = { environment: "sandbox", merchantIds: [merchantId] };
  for (const [filter, fits] of [
    [{ amountMin: "10.5" }, (amount: number) => amount >= 10.5],
    [{ amountMax: "250" }, (amount: number) => amount <= 250],
  ] as const) {
    const fitting = all.filter((row) => fits(money(row)));
    expect(fitting.length).toBeGreaterThan(5_000);
    const totals = await sumTransactions(store.db, { ...query, ...filter });
    expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(fitting.length);
    for (const order of ["newest", "largest", "smallest"] as const) {
      const found = await listTransactionRows(store.db, { ...query, ...filter, order, limit: fitting.length + 1 });
      expect(found.map(({ id }) => id).toSorted()).toEqual(fitting.map(({ id }) => id).toSorted());
      const keys = found.map((row) => (order === "newest" ? row.occurredAt.getTime() : (row.amountMinor ?? 0)));
      expect(keys).toEqual(keys.toSorted((left, right) => (order === "smallest" ? left - right : right - left)));
      const first = await listTransactionRows(store.db, { ...query, ...filter, order, limit: 40 });
      expect(first).toEqual(found.slice(0, 40));
      const after = found[4_000];
      const next = await listTransactionRows(store.db, { ...query, ...filter, order, limit: 40, after });
      expect(next).toEqual(found.slice(4_001, 4_041));
    }
  }
});

test("sums are capped at the largest safe integer", async () => {
  const merchantId = randomUUID();
  const huge = { amountMinor: Number.MAX_SAFE_INTEGER };
  await saveTransactions(store.db, vault, [row(merchantId, "1", huge), row(merchantId, "2", huge)]);
  const [total] = await sumTransactions(store.db, { environment: "sandbox", merchantIds: [merchantId] });
  expect(total?.creditMinor).toBe(Number.MAX_SAFE_INTEGER);
});

test("an identifier filters the list by prefix, never by its middle", async () => {
  const merchantId = randomUUID();
  const identifiers = toIdentifierText([{ field: "orderId", value: "HB2026_1" }]);
  await saveTransactions(store.db, vault, [{ ...row(merchantId, "1"), identifiers }, row(merchantId, "2")]);
  const query = { environment: "sandbox", merchantIds: [merchantId], order: "newest" as const, limit: 50 };
  const ids = async (identifier: string) => (await listTransactionRows(store.db, { ...query, identifier })).map((row) => row.id);
  expect(await ids("HB2026")).toEqual(["1"]);
  expect(await ids("HB2026_1")).toEqual(["1"]);
  expect(await ids("2026")).toEqual([]);
  expect(await ids("HB2026%1")).toEqual([]);
});

test("an empty scope returns no rows", async () => {
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

test("fees are folded into what shares their reference, whichever comes first, and only while it is there", async () => {
  const merchantId = randomUUID();
  const fee = (id: string, change: Partial<NewTransaction> = {}) =>
    row(merchantId, id, { type: "001", sign: "debit", amountMinor: -20, amountText: "-0.20", reference: "REF1", ...change });
  const ids = async (fees?: "folded") => {
    const query: TransactionPageQuery = { environment: "sandbox", merchantIds: [merchantId], order: "oldest", limit: 10, fees };
    const rows = await listTransactionRows(store.db, query);
    const byAmount = await listTransactionRows(store.db, { ...query, order: "largest" });
    expect(byAmount.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    return rows.map(({ id }) => id);
  };
  await saveTransactions(store.db, vault, [fee("fee"), fee("alone", { reference: null }), fee("lost", { reference: "NONE" })]);
  expect(await ids("folded")).toEqual(["alone", "fee", "lost"]);
  await saveTransactions(store.db, vault, [row(merchantId, "1")]);
  expect(await ids("folded")).toEqual(["1", "alone", "lost"]);
  await saveTransactions(store.db, vault, [fee("later", { occurredAt: new Date(noon.getTime() + 1_000) })]);
  expect(await ids("folded")).toEqual(["1", "alone", "lost"]);
  expect(await ids()).toEqual(["1", "alone", "fee", "lost", "later"]);
  expect(await sumTransactions(store.db, { environment: "sandbox", merchantIds: [merchantId] })).toMatchObject([{ count: 5 }]);
  expect(await saveTransactions(store.db, vault, [fee("fee")])).toEqual([]);
  await expectLedgerSums(store.db);
  await removeTransactions(store.db, { environment: "sandbox", merchantId, rows: [row(merchantId, "1")] });
  expect(await ids("folded")).toEqual(["alone", "fee", "lost", "later"]);
  await expectLedgerSums(store.db);
});

test("fees are folded and unfolded with what came, changed or went in one batch with another fee", async () => {
  const merchantId = randomUUID();
  const fee = (id: string, change: Partial<NewTransaction> = {}) =>
    row(merchantId, id, { type: "001", sign: "debit", amountMinor: -20, reference: "REF1", ...change });
  const ids = async () => {
    const query = { environment: "sandbox", merchantIds: [merchantId], order: "oldest", limit: 10, fees: "folded" } as const;
    return (await listTransactionRows(store.db, query)).map(({ id }) => id);
  };
  await saveTransactions(store.db, vault, [fee("first")]);
  await saveTransactions(store.db, vault, [row(merchantId, "1"), fee("second")]);
  expect(await ids()).toEqual(["1"]);
  await saveTransactions(store.db, vault, [row(merchantId, "1", { reference: "OTHER", record: { reference: "OTHER" } })]);
  expect(await ids()).toEqual(["1", "first", "second"]);
  await saveTransactions(store.db, vault, [row(merchantId, "1")]);
  expect(await ids()).toEqual(["1"]);
  await removeTransactions(store.db, { environment: "sandbox", merchantId, rows: [row(merchantId, "1"), fee("second")] });
  expect(await ids()).toEqual(["first"]);
  await expectLedgerSums(store.db);
});

test("fees of transactions that retention removed are not folded any more", async () => {
  const merchantId = randomUUID();
  const later = (days: number) => new Date(noon.getTime() + days * 86_400_000);
  const fee = { type: "001", sign: "debit", amountMinor: -20 };
  await saveTransactions(store.db, vault, [
    row(merchantId, "1", { environment: "demo" }),
    row(merchantId, "fee", { ...fee, environment: "demo", reference: "REF1", occurredAt: later(2) }),
    row(merchantId, "2", { environment: "demo", occurredAt: later(1) }),
    row(merchantId, "kept", { ...fee, environment: "demo", reference: "REF2", occurredAt: later(2) }),
  ]);
  const retention = { environment: "demo", before: later(1) };
  expect(await removeOldTransactions(store.db, retention)).toBe(1);
  await unfoldFees(store.db, retention);
  const query = { environment: "demo", merchantIds: [merchantId], order: "oldest", limit: 10, fees: "folded" } as const;
  expect((await listTransactionRows(store.db, query)).map(({ id }) => id)).toEqual(["2", "fee"]);
  await expectLedgerSums(store.db);
});

test("a fee of another merchant with the same reference is not folded", async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  await saveTransactions(store.db, vault, [row(own, "1")]);
  await saveTransactions(store.db, vault, [row(other, "2", { type: "001", reference: "REF1" })]);
  const query = { environment: "sandbox", merchantIds: [other], order: "newest", limit: 10, fees: "folded" } as const;
  expect(await listTransactionRows(store.db, query)).toHaveLength(1);
});

test("of a reference that a gateway repeats the newest rows are found, and all of the others asked for", async () => {
  const merchantId = randomUUID();
  const repeated = Array.from({ length: 600 }, (_, at) =>
    row(merchantId, String(at), { reference: "SAME", occurredAt: new Date(noon.getTime() + at * 1_000) }),
  );
  await saveTransactions(store.db, vault, [row(merchantId, "once", { reference: "ONCE" }), ...repeated]);
  const query = { environment: "sandbox", merchantIds: [merchantId], references: ["SAME", "ONCE", "NONE"] };
  const found = await findTransactionsByReference(store.db, query);
  const newest = repeated.slice(100).map(({ id }) => id);
  expect(found.map(({ id }) => id)).toEqual([...newest.toReversed(), "once"]);
});
