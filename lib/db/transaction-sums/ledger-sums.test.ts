import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { bareTransaction } from "../testing/bare-transaction.ts";
import { expectLedgerSums } from "../testing/expect-ledger-sums.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { removeOldTransactions } from "../transactions/remove-old-transactions.ts";
import { removeTransactions } from "../transactions/remove-transactions.ts";
import { type NewTransaction, saveTransactions } from "../transactions/save-transactions.ts";
import { listTransactionRows } from "../transactions/transaction-list.ts";
import { listLedgerCounts } from "./ledger-counts.ts";
import { rebuildLedgerDays } from "./rebuild-ledger-days.ts";

let store: TestStore;
const vault = createTestVault();
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const merchants = [randomUUID(), randomUUID()];

const anyRow = fc.record({
  merchantId: fc.constantFrom(...merchants),
  number: fc.integer({ min: 1, max: 40 }),
  dayNumber: fc.integer({ min: 0, max: 120 }),
  currency: fc.constantFrom("EUR", "JPY"),
  type: fc.constantFrom("013", "020"),
  amountMinor: fc.option(fc.integer({ min: -5_000, max: 5_000 })),
});

type AnyRow = typeof anyRow extends fc.Arbitrary<infer Row> ? Row : never;

function toRow({ merchantId, number, dayNumber, currency, type, amountMinor }: AnyRow): NewTransaction {
  const occurredAt = new Date(Date.UTC(2026, 0, 15, 12) + dayNumber * 86_400_000);
  const sign = (amountMinor ?? 0) > 0 ? "credit" : "debit";
  return {
    ...bareTransaction,
    ...{ merchantId, environment: "sandbox", id: String(number), reference: `REF${number}`, occurredAt, hasOwnTime: true },
    ...{ day: occurredAt.toISOString().slice(0, 10), occurredAtText: occurredAt.toISOString(), type, sign, currency },
    ...{ amountMinor, amountText: String(amountMinor), record: { number, dayNumber, amountMinor }, readAt: new Date() },
  };
}

test("after storing, correcting, removing and rebuilding, the roll-ups equal the sums of the rows", {
  meta: { slow: "Runs thirty random histories against the database." },
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 60 }), fc.integer({ min: 0, max: 120 }), async (rows, cut) => {
      for (let at = 0; at < rows.length; at += 20) {
        for (const own of Map.groupBy(rows.slice(at, at + 20), ({ merchantId }) => merchantId).values())
          await saveTransactions(store.db, vault, own.map(toRow));
      }
      await expectLedgerSums(store.db);
      const before = new Date(Date.UTC(2026, 0, 15) + cut * 86_400_000);
      await removeOldTransactions(store.db, { environment: "sandbox", before });
      await expectLedgerSums(store.db);
      const [merchantId = ""] = merchants;
      await rebuildLedgerDays(store.db, { merchantId, fromDay: "2026-01-01", toDay: "2026-12-31" });
      await expectLedgerSums(store.db);
    }),
    { numRuns: 30 },
  );
});

test("counts over whole months and the days at their ends are those of the rows", async () => {
  const rows = fc.sample(anyRow, { numRuns: 60, seed: 7 });
  const numbered = rows.slice(0, 40).map((row, at) => ({ ...row, number: 1_000 + at }));
  for (const own of Map.groupBy(numbered, ({ merchantId }) => merchantId).values())
    await saveTransactions(store.db, vault, own.map(toRow));
  const before = { from: "2026-01-15", to: "2026-02-28" };
  const question = { environment: "sandbox", merchantIds: merchants, before, from: "2026-03-01", to: "2026-05-10" };
  const { days, types } = await listLedgerCounts(store.db, question);
  expect(await listLedgerCounts(store.db, { ...question, merchantIds: null })).toEqual({ days, types });
  const { rows: [counted] = [] } = await store.db.execute<{ now: string; earlier: string; minor: string }>(sql`
    select count(*) filter (where day >= '2026-03-01') as now, count(*) filter (where day < '2026-03-01') as earlier, sum(amount_minor) as minor
    from transaction where day between '2026-01-15' and '2026-05-10'`);
  const sum = (isNow: boolean) => types.filter((type) => type.isNow === isNow).reduce((total, { count }) => total + count, 0);
  expect(Number(counted?.now)).toBeGreaterThan(0);
  expect([sum(true), sum(false)]).toEqual([Number(counted?.now), Number(counted?.earlier)]);
  expect(days.reduce((total, { count }) => total + count, 0)).toBe(Number(counted?.now) + Number(counted?.earlier));
  expect(days.reduce((total, { creditMinor, debitMinor }) => total + creditMinor + debitMinor, 0)).toBe(Number(counted?.minor));
});

test("wrong sums of a merchant's days are corrected during writes, without waiting", async () => {
  // Days of its own: a day that is stored in the open transaction and has a wrong sum would have to wait.
  const merchantId = randomUUID();
  const rows = [0, 1, 2, 3].map((at) => {
    const number = 5_000 + at;
    return toRow({ merchantId, number, dayNumber: at, currency: "EUR", type: "013", amountMinor: 100 + at });
  });
  const days = { merchantId, fromDay: "2026-01-01", toDay: "2026-12-31" };
  const rebuild = () => rebuildLedgerDays(store.db, days);
  await saveTransactions(store.db, vault, rows.slice(0, 2));
  await store.db.execute(sql`update ledger_day set rows = rows + 7, debit_minor = debit_minor - 5, amount_min = 90, amount_max = 90
    where facet_id in (select id from ledger_facet where merchant_id = ${merchantId} and currency = 'EUR')`);
  await store.db.execute(sql`delete from ledger_day where day = '2026-01-16'
    and facet_id in (select id from ledger_facet where merchant_id = ${merchantId})`);
  await store.db.transaction(async (tx) => {
    await saveTransactions(tx, vault, rows.slice(2));
    await Promise.all([rebuild(), rebuild()]);
  });
  await expectLedgerSums(store.db);
  const changed = await store.db.execute(sql`select count(*)::int as count from ledger_kind_change`);
  await rebuild();
  expect((await store.db.execute(sql`select count(*)::int as count from ledger_kind_change`)).rows).toEqual(changed.rows);
});

test("rows that the gateway no longer lists are subtracted from the sums", async () => {
  const [merchantId = randomUUID()] = merchants;
  const rows = [1, 2, 3].map((at) =>
    toRow({ merchantId, number: 8_000 + at, dayNumber: 100, currency: "JPY", type: "020", amountMinor: at }),
  );
  await saveTransactions(store.db, vault, rows);
  await removeTransactions(store.db, { environment: "sandbox", merchantId, rows });
  await expectLedgerSums(store.db);
});

test("lists over all merchants have the newest rows also while many changes of one day wait to be added", {
  meta: { slow: "Stores more rows than a list looks through first." },
}, async () => {
  const merchantId = randomUUID();
  const sale = { merchantId, currency: "EUR", type: "013", amountMinor: 100, dayNumber: 200 } as const;
  const booked = (row: NewTransaction): NewTransaction => ({ ...row, environment: "demo" });
  const sales = Array.from({ length: 1_600 }, (_, at) => booked(toRow({ ...sale, number: at })));
  await saveTransactions(store.db, vault, sales);
  const refunds = Array.from({ length: 60 }, (_, at) => {
    const row = toRow({ ...sale, number: 10_000 + at, amountMinor: -100, dayNumber: 150 });
    return booked({ ...row, type: "011", occurredAt: new Date(row.occurredAt.getTime() + ((at * 37) % 60) * 60_000) });
  });
  for (const refund of refunds) await saveTransactions(store.db, vault, [refund]);
  const newest = refunds.toSorted((left, right) => right.occurredAt.getTime() - left.occurredAt.getTime()).map(({ id }) => id);
  const query = { environment: "demo", merchantIds: null, type: "011", limit: 10 };
  const list = async (order: "newest" | "oldest") =>
    (await listTransactionRows(store.db, { ...query, order })).map(({ id }) => id);
  expect(await list("newest")).toEqual(newest.slice(0, 10));
  expect(await list("oldest")).toEqual(newest.toReversed().slice(0, 10));
});
