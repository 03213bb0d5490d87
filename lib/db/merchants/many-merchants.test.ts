// @module-tag long: fills tables with many rows.

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MoneyKind, moneyKindFilter, moneyKindNames } from "#lib/core/transaction-types.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { analyzeTables } from "../testing/analyze-tables.ts";
import { fillManyMerchants, type StoredRow } from "../testing/many-merchants.ts";
import { countRowsRead, recordStatements } from "../testing/recorded-statements.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { listLedgerCounts } from "../transaction-sums/ledger-counts.ts";
import { sumTransactionDays, sumTransactions, type WholeDays } from "../transaction-sums/transaction-sums.ts";
import { updateLedgerSums } from "../transaction-sums/update-ledger-sums.ts";
import { listTransactionRows, type TransactionQuery } from "../transactions/transaction-list.ts";
import { listMerchantMoney } from "./merchant-figures.ts";

const environment = "demo";
const fewMerchants = "sandbox";
const [merchants, rows] = [2_000, 24_000];
let store: TestStore;
let all: StoredRow[];
let everyMerchant: string[];
beforeAll(async () => {
  store = await createTestStore();
  const vault = createTestVault();
  all = await fillManyMerchants(store, vault, { environment, merchants, rows });
  await fillManyMerchants(store, vault, { environment: fewMerchants, merchants: 10, rows });
  everyMerchant = [...new Set(all.map(({ merchantId }) => merchantId))];
});
afterAll(() => store.drop());

type Filter = Omit<TransactionQuery, "environment" | "merchantIds"> & WholeDays;
const filters: Filter[] = [
  {},
  { type: "013" },
  { type: "042" },
  { type: "042", currency: "JPY" },
  { sign: "debit", currency: "JPY" },
  { currency: "EUR", sign: "credit", amountMin: "100.5", amountMax: "400" },
  { amountMin: "300", amountMax: "301" },
  {
    from: new Date("2026-03-03T05:00:00Z"),
    before: new Date("2026-03-05T18:30:00Z"),
    fromDay: "2026-03-04",
    toDay: "2026-03-04",
  },
  { account: "A7" },
  { terminal: "T9-1", sign: "credit" },
];
const exponents: Record<string, number> = { EUR: 2, JPY: 0 };

/** The same filter, evaluated in JavaScript over all rows. */
function fits(row: StoredRow, { type, sign, currency, account, terminal, amountMin, amountMax, from, before }: Filter): boolean {
  const amount = row.amountMinor === null ? null : Math.abs(row.amountMinor) / 10 ** (exponents[row.currency] ?? 2);
  return (
    (!type || row.type === type) &&
    (!sign || row.sign === sign) &&
    (!currency || row.currency === currency) &&
    (!account || row.account === account) &&
    (!terminal || row.terminal === terminal) &&
    (!amountMin || (amount !== null && amount >= Number(amountMin))) &&
    (!amountMax || (amount !== null && amount <= Number(amountMax))) &&
    (!from || row.atMs >= from.getTime()) &&
    (!before || row.atMs < before.getTime())
  );
}

const rank = ({ amountMinor }: StoredRow) => amountMinor ?? Number.NEGATIVE_INFINITY;
const text = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
const rising = (left: StoredRow, right: StoredRow) =>
  left.atMs - right.atMs || text(left.id, right.id) || text(left.merchantId, right.merchantId);
const orders = {
  newest: (left: StoredRow, right: StoredRow) => rising(right, left),
  oldest: rising,
  largest: (left: StoredRow, right: StoredRow) => (rank(left) === rank(right) ? rising(right, left) : rank(right) - rank(left)),
  smallest: (left: StoredRow, right: StoredRow) => (rank(left) === rank(right) ? rising(left, right) : rank(left) - rank(right)),
};

function kindOf(type: string | null, sign: string): MoneyKind | null {
  const isOfKind = (kind: MoneyKind) => {
    const filter = moneyKindFilter(kind);
    return filter.type.split(",").includes(type ?? "") && (filter.sign ?? sign) === sign;
  };
  return moneyKindNames.find(isOfKind) ?? null;
}

function sums(rows: readonly StoredRow[], nameOf: (row: StoredRow) => object) {
  const sum = (group: readonly StoredRow[], sign: number) =>
    group.map(({ amountMinor }) => amountMinor ?? 0).reduce((total, amount) => (amount * sign > 0 ? total + amount : total), 0);
  const groups = [...Map.groupBy(rows, (row) => JSON.stringify(nameOf(row)))].toSorted(([left], [right]) => text(left, right));
  return groups.map(([name, group]) => ({
    ...JSON.parse(name),
    count: group.length,
    creditMinor: sum(group, 1),
    debitMinor: sum(group, -1),
  }));
}

const scopes: [name: string, of: () => string[] | null][] = [
  ["every merchant", () => null],
  ["a long list", () => everyMerchant.slice(100, 800)],
  ["three", () => everyMerchant.slice(6, 9)],
];

async function expectRows(merchantIds: string[] | null): Promise<void> {
  const ownRows = merchantIds === null ? all : all.filter((row) => merchantIds.includes(row.merchantId));
  for (const filter of filters) {
    const fitting = ownRows.filter((row) => fits(row, filter));
    const query = { environment, merchantIds, ...filter };
    for (const order of ["newest", "oldest", "largest", "smallest"] as const) {
      const expected = fitting.toSorted(orders[order]).map(({ id }) => id);
      const first = await listTransactionRows(store.db, { ...query, order, limit: 30 });
      const next = await listTransactionRows(store.db, { ...query, order, limit: 30, after: first.at(-1) });
      const ids = [first, first.length < 30 ? [] : next].map((rows) => rows.map(({ id }) => id));
      expect([filter, order, ...ids]).toEqual([filter, order, expected.slice(0, 30), expected.slice(30, 60)]);
    }
    expect(await sumTransactions(store.db, query)).toEqual(sums(fitting, ({ currency }) => ({ currency })));
    expect(await sumTransactionDays(store.db, query)).toEqual(sums(fitting, ({ day, currency }) => ({ day, currency })));
  }
}

test.each(scopes)(
  "lists, totals and days of %s are those of the rows, before and after sums are folded",
  {
    meta: { slow: "Compares ten filters in four orders with the rows, over thousands of merchants." },
  },
  async (_, of) => {
    await expectRows(of());
    await updateLedgerSums(store.db);
    await expectRows(of());
  },
);

test("sums by type over every merchant are those of the rows", async () => {
  const [before, from, to] = [{ from: "2026-02-10", to: "2026-03-11" }, "2026-03-12", "2026-04-10"];
  const { days, types } = await listLedgerCounts(store.db, { environment, merchantIds: null, before, from, to });
  const within = all.filter(({ day }) => day >= before.from && day <= to);
  const byDay = sums(within, ({ day, type, sign, currency }) => ({ day, kind: kindOf(type, sign), currency }));
  expect(days).toHaveLength(byDay.length);
  expect(days).toEqual(expect.arrayContaining(byDay));
  const byType = sums(within, ({ day, type, sign, currency }) => ({ isNow: day >= from, type, sign, currency }));
  expect(types).toHaveLength(byType.length);
  expect(types).toEqual(expect.arrayContaining(byType));
});

test("over very many merchants as few rows are read as over ten, by as many statements", async () => {
  await updateLedgerSums(store.db);
  await analyzeTables(store.pool);
  const queries: [name: string, work: (query: Pick<TransactionQuery, "environment" | "merchantIds">) => Promise<unknown>][] = [
    ["newest", (query) => listTransactionRows(store.db, { ...query, order: "newest", limit: 50 })],
    ["rare", (query) => listTransactionRows(store.db, { ...query, type: "042", order: "newest", limit: 20 })],
    ["largest", (query) => listTransactionRows(store.db, { ...query, sign: "debit", order: "largest", limit: 50 })],
    [
      "amount",
      (query) => listTransactionRows(store.db, { ...query, amountMin: "300", amountMax: "310", order: "newest", limit: 50 }),
    ],
    ["totals", (query) => sumTransactions(store.db, query)],
    ["days", (query) => sumTransactionDays(store.db, { ...query, type: "013" })],
  ];
  for (const [name, work] of queries) {
    const few = await recordStatements(store, () => work({ environment: fewMerchants, merchantIds: null }));
    const many = await recordStatements(store, () => work({ environment, merchantIds: null }));
    const [ofFew, ofMany] = [await countRowsRead(store, few), await countRowsRead(store, many)];
    expect([name, many.length, ofMany <= 1.5 * ofFew + 500 ? "as few" : [ofFew, ofMany]]).toEqual([name, few.length, "as few"]);
  }
});

test("sums of a long list read only the days of its merchants, and none of their facets", {
  meta: { slow: "Folds and vacuums what was filled." },
}, async () => {
  await updateLedgerSums(store.db);
  await analyzeTables(store.pool);
  const query = { environment, merchantIds: everyMerchant.slice(100, 300) };
  const ownRows = all.filter(({ merchantId }) => query.merchantIds.includes(merchantId));
  const read = await countRowsRead(store, await recordStatements(store, () => sumTransactions(store.db, query)));
  expect(ownRows.length).toBeGreaterThan(1_000);
  expect(read).toBeLessThan(ownRows.length + 200);
});

test("the money of a page of merchants is the sum of their rows, and only their days are read", async () => {
  const merchantIds = everyMerchant.slice(200, 250);
  const query = { merchantIds, beforeFrom: "2026-03-01", from: "2026-03-08", to: "2026-03-14", zone: "UTC" };
  const expected = new Map<string, [number, number]>();
  for (const { merchantId, day, currency, sign, amountMinor } of all) {
    if (!merchantIds.includes(merchantId) || day < query.beforeFrom || day > query.to) continue;
    const [now, before] = expected.get(`${merchantId} ${currency}`) ?? [0, 0];
    const money = sign === "credit" ? (amountMinor ?? 0) : 0;
    expected.set(`${merchantId} ${currency}`, day >= query.from ? [now + money, before] : [now, before + money]);
  }
  const found = await listMerchantMoney(store.db, query);
  const sums = found.map(({ merchantId, currency, amountMinor, amountBeforeMinor }) => [
    `${merchantId} ${currency}`,
    [amountMinor, amountBeforeMinor],
  ]);
  expect(new Map(sums as [string, [number, number]][])).toEqual(expected);
  const read = await countRowsRead(store, await recordStatements(store, () => listMerchantMoney(store.db, query)));
  expect(read).toBeLessThan(all.filter(({ merchantId }) => merchantIds.includes(merchantId)).length + 200);
});

test("writers of the same days of many merchants neither wait for each other's sums nor deadlock", async () => {
  const { rows: facets } = await store.db.execute<{ id: number; kind: number }>(
    sql`select id, kind_id as kind from ledger_facet where environment = ${environment} order by id limit 40`,
  );
  const [kind] = facets;
  const add = async (one: number, other: number) =>
    store.db.transaction(async (tx) => {
      for (const id of [one, other])
        await tx.execute(sql`
          insert into ledger_day (facet_id, merchant_id, kind_id, day, rows, credit_minor, debit_minor, first_at, last_at)
          select id, merchant_id, kind_id, '2030-01-01', 1, 5, 0, '2030-01-01Z', '2030-01-01Z' from ledger_facet where id = ${id}`);
    });
  const pairs = Array.from({ length: 20 }, (_, at) => [facets[at]?.id ?? 0, facets[39 - at]?.id ?? 0] as const);
  await Promise.all([...pairs.map(([one, other]) => add(one, other)), updateLedgerSums(store.db)]);
  await updateLedgerSums(store.db);
  const { rows: sums } = await store.db.execute<{ rows: number }>(
    sql`select sum(rows)::int as rows from ledger_kind_day where day = '2030-01-01'`,
  );
  expect([kind !== undefined, sums[0]?.rows]).toEqual([true, 40]);
});
