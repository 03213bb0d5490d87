import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Transaction } from "#lib/contract/transaction.ts";
import { currencyExponent } from "#lib/core/currency.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { eachTransaction } from "./each-transaction.ts";
import { listTransactionOptions } from "./list-transaction-options.ts";
import { listTransactions } from "./list-transactions.ts";
import { listTransactionDays, totalTransactions } from "./sum-transactions.ts";

let fixture: SandboxFixture;
let everything: Transaction[];
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 700, slugs: ["corner-cafe", "sakura-travel", "moda-ritorni"] });
  while (!(await list({})).complete);
  everything = await walk({ limit: "500" });
});
afterAll(() => fixture.drop());

type Filter = Record<string, string>;
const list = (input: Filter) => listTransactions(fixture.ctx(), { environment, input });

async function walk(input: Filter, way: "nextCursor" | "previousCursor" = "nextCursor", from?: string): Promise<Transaction[]> {
  const items: Transaction[][] = [];
  for (let cursor: string | null | undefined = from; cursor !== null; ) {
    const page = await list({ ...input, ...(cursor ? { cursor } : {}) });
    items.push(page.items);
    cursor = page[way];
  }
  return (way === "nextCursor" ? items : items.reverse()).flat();
}

/** Money without its sign. */
const amountOf = (row: Transaction) => Math.abs(row.amountMinor ?? 0) / 10 ** currencyExponent(row.currency);

/** A second implementation of the filter, independent of the program. */
function expected(filter: Filter): Transaction[] {
  const { type, sign, currency, account, terminal, amountMin, amountMax, from, to, merchant, card, orderNumber } = filter;
  return everything.filter(
    (row) =>
      (!type || type.split(",").includes(row.type ?? "")) &&
      (!sign || row.sign === sign) &&
      (!currency || row.currency === currency) &&
      (!account || row.accountNumber === account) &&
      (!terminal || row.terminalId === terminal) &&
      (!merchant || merchant.split(",").includes(row.merchant)) &&
      (!card || row.pan?.slice(-4) === card) &&
      (!orderNumber || row.referenceNumber === orderNumber) &&
      (!amountMin || (row.amountMinor !== null && amountOf(row) >= Number(amountMin))) &&
      (!amountMax || (row.amountMinor !== null && amountOf(row) <= Number(amountMax))) &&
      (!from || row.occurredAt.slice(0, 10) >= from) &&
      (!to || row.occurredAt.slice(0, 10) <= to),
  );
}

function sums(rows: readonly Transaction[]) {
  const groups = [...Map.groupBy(rows, (row) => row.currency)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return groups.map(([currency, group]) => {
    const sum = (sign: number) =>
      group.map((row) => row.amountMinor ?? 0).reduce((total, amount) => (amount * sign > 0 ? total + amount : total), 0);
    return { currency, count: group.length, creditMinor: sum(1), debitMinor: sum(-1) };
  });
}

/** Filters from the values of two rows, so that many combinations match some rows and many match none. */
function anyFilter(): fc.Arbitrary<Filter> {
  const row = fc.nat().map((at) => everything[at % everything.length] as Transaction);
  return fc.tuple(row, row, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), fc.nat(5)).map(([one, other, use, rare]) => {
    const amounts = [amountOf(one), amountOf(other)].toSorted((left, right) => left - right);
    const days = [one.occurredAt.slice(0, 10), other.occurredAt.slice(0, 10)].toSorted();
    const parts: [string, string | null | undefined][] = [
      ["type", one.type],
      ["sign", other.sign],
      ["currency", one.currency],
      ["account", other.accountNumber],
      ["terminal", one.terminalId],
      ["amountMin", String(amounts[0])],
      ["amountMax", String(amounts[1])],
      ["from", days[0]],
      ["to", days[1]],
    ];
    const named: [string, string | null | undefined][] = [
      ["merchant", one.merchant],
      ["merchant", `${one.merchant},${other.merchant}`],
      ["card", one.pan?.slice(-4)],
      ["orderNumber", one.referenceNumber],
    ];
    const used = [...parts.filter((_, at) => use[at]), ...named.filter((_, at) => at === rare)];
    return Object.fromEntries(used.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  });
}

const names = (rows: readonly Transaction[]) => rows.map((row) => `${row.merchant} ${row.id}`);
const orders = ["newest", "oldest", "largest", "smallest"] as const;

type Scenario = [filter: Filter, order: (typeof orders)[number], limit: string];

async function expectExactRows([filter, order, limit]: Scenario): Promise<void> {
  const rows = await walk({ ...filter, order, limit });
  expect(names(rows).toSorted()).toEqual(names(expected(filter)).toSorted());
  const falling = order === "newest" || order === "largest" ? -1 : 1;
  const byTime = order === "newest" || order === "oldest";
  const key = (row: Transaction) => (byTime ? Date.parse(row.occurredAt) : (row.amountMinor ?? Number.NEGATIVE_INFINITY));
  const keys = rows.map(key);
  expect(keys).toEqual(keys.toSorted((one, other) => (one - other) * falling));
}

test("every combination of filters lists exactly its rows, in any order, in both directions", {
  meta: { slow: "Lists every combination of filters in every order." },
}, async () => {
  const scenario = fc.tuple(anyFilter(), fc.constantFrom(...orders), fc.constantFrom("7", "50", "500"));
  await fc.assert(fc.asyncProperty(scenario, expectExactRows), { numRuns: 30 });
});

test("the same for 500 filters, in pages as long as they can be", {
  tags: ["long"],
  meta: { slow: "Lists 500 combinations of filters." },
}, async () => {
  const scenario = fc.tuple(anyFilter(), fc.constantFrom(...orders), fc.constant("500"));
  await fc.assert(fc.asyncProperty(scenario, expectExactRows), { numRuns: 500 });
});

test("folded, the list has every row but the fees of what shares their reference, with any other filter", {
  meta: { slow: "Lists many combinations of filters." },
}, async () => {
  const isFee = (row: Transaction) => ["001", "023", "039"].includes(row.type ?? "");
  const owners = new Set(everything.filter((row) => !isFee(row)).map((row) => `${row.merchant} ${row.reference}`));
  const isListed = (row: Transaction) => !isFee(row) || row.reference === null || !owners.has(`${row.merchant} ${row.reference}`);
  expect(everything.filter((row) => !isListed(row)).length).toBeGreaterThan(50);
  await fc.assert(
    fc.asyncProperty(anyFilter(), fc.constantFrom(...orders), async (filter, order) => {
      const isSought = filter.type !== undefined || filter.card !== undefined || filter.orderNumber !== undefined;
      const rows = await walk({ ...filter, fees: "folded", order, limit: "50" });
      const wanted = expected(filter).filter((row) => isSought || isListed(row));
      expect(names(rows).toSorted()).toEqual(names(wanted).toSorted());
    }),
    { numRuns: 20 },
  );
});

test("what filters can be set to is what the rows have, with how many have it", async () => {
  const options = await listTransactionOptions(fixture.ctx(), { environment });
  const counted = (read: (row: Transaction) => string | null) =>
    Object.fromEntries(
      [...Map.groupBy(everything, read)].flatMap(([value, rows]) => (value === null ? [] : [[value, rows.length]])),
    );
  const given = (list: readonly { value: string; count: number }[] | null) =>
    Object.fromEntries((list ?? []).map(({ value, count }) => [value, count]));
  expect(given(options.types)).toEqual(counted((row) => row.type));
  expect(given(options.currencies)).toEqual(counted((row) => row.currency));
  expect(given(options.accounts)).toEqual(counted((row) => row.accountNumber));
  expect(given(options.terminals)).toEqual(counted((row) => row.terminalId));
  expect(given(options.merchants)).toEqual(counted((row) => row.merchant));
});

test("the previous page is the one before, and the first has none", async () => {
  for (const order of orders) {
    const first = await list({ order, limit: "40" });
    expect(first.previousCursor).toBeNull();
    const second = await list({ order, limit: "40", cursor: first.nextCursor ?? "" });
    const back = await list({ order, limit: "40", cursor: second.previousCursor ?? "" });
    expect(names(back.items)).toEqual(names(first.items));
    expect(back.previousCursor).toBeNull();
    const far = await walk({ order, limit: "90" });
    const last = await list({ order, limit: "90", cursor: back.nextCursor ?? "" });
    expect(names(last.items)).toEqual(names(far.slice(40, 130)));
  }
});

test("totals and days are those of the whole filter", async () => {
  await fc.assert(
    fc.asyncProperty(anyFilter(), async (filter) => {
      const rows = expected(filter);
      const question = { environment, input: filter } as const;
      const { count, totals, asOf } = await totalTransactions(fixture.ctx(), question);
      expect({ count, totals }).toEqual({ count: rows.length, totals: sums(rows) });
      expect(asOf).not.toBeNull();
      const { days } = await listTransactionDays(fixture.ctx(), question);
      const byDay = [...Map.groupBy(rows, (row) => row.occurredAt.slice(0, 10))].toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      );
      expect(days).toEqual(byDay.flatMap(([day, group]) => sums(group).map((total) => ({ day, ...total }))));
    }),
    { numRuns: 30 },
  );
});

test("a selection of all matches excludes deselected rows and those of hidden merchants", async () => {
  const rows = expected({ sign: "credit" });
  const [out] = rows;
  const except = [{ merchant: out?.merchant ?? "", id: out?.id ?? "" }];
  const selection = { kind: "matching" as const, filter: { sign: "credit" as const }, except };
  const all = await Array.fromAsync(eachTransaction(fixture.ctx(), { environment, selection, order: "newest" }));
  expect(names(all.flat()).toSorted()).toEqual(names(rows.slice(1)).toSorted());
  const cafe = fixture.ctx({ merchants: ["sandbox/corner-cafe"] });
  const mine = await Array.fromAsync(eachTransaction(cafe, { environment, selection, order: "newest" }));
  expect(new Set(mine.flat().map((row) => row.merchant))).toEqual(new Set(["corner-cafe"]));
  const named = { kind: "rows" as const, rows: except };
  const one = await Array.fromAsync(eachTransaction(fixture.ctx(), { environment, selection: named, order: "newest" }));
  expect(names(one.flat())).toEqual(names(rows.slice(0, 1)));
});

test.each(["Asia/Tokyo", "America/New_York"])(
  "days of %s are days there, in the list, the totals and the chart",
  async (zone) => {
    const dayThere = (row: Transaction) => new Date(row.occurredAt).toLocaleDateString("sv-SE", { timeZone: zone });
    const rows = expected({});
    const byDay = [...Map.groupBy(rows, dayThere)].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const { days, zone: said } = await listTransactionDays(fixture.ctx(), { environment, input: { zone } });
    expect(said).toBe(zone);
    expect(days).toEqual(byDay.flatMap(([day, group]) => sums(group).map((total) => ({ day, ...total }))));

    const [day = "", group = []] = byDay.at(-3) ?? [];
    const input = { zone, from: day, to: day };
    const { totals } = await totalTransactions(fixture.ctx(), { environment, input });
    expect(totals).toEqual(sums(group));
    const { items } = await list({ ...input, limit: "500" });
    expect(names(items).toSorted()).toEqual(names(group).toSorted());
  },
);

test("an unknown zone is refused on its field", async () => {
  const refused = expect.objectContaining({ fields: [expect.objectContaining({ field: "zone" })] });
  await expect(list({ zone: "Mars/Olympus" })).rejects.toThrowError(refused);
});
