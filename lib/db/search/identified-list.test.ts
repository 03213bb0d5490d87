import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { analyzeTables } from "../testing/analyze-tables.ts";
import { bareTransaction } from "../testing/bare-transaction.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { type NewTransaction, saveTransactions } from "../transactions/save-transactions.ts";
import { listTransactionRows, type TransactionPageQuery } from "../transactions/transaction-list.ts";
import { toIdentifierText } from "./identifiers.ts";

const vault = createTestVault();
const merchantId = randomUUID();
const count = 4_600;
const rareFrom = count - 3;
let store: TestStore;

/** So many that neither all identifiers nor all their rows are read: see the limits in identified-list. */
const rows = Array.from({ length: count }, (_, number): NewTransaction => {
  const occurredAt = new Date(Date.UTC(2026, 4, 1) - number * 60_000);
  const amountMinor = ((number * 7_919) % 9_973) - 4_000;
  return {
    ...bareTransaction,
    ...{ merchantId, environment: "sandbox", id: String(number), reference: `REF${number}`, occurredAt, hasOwnTime: true },
    ...{ day: occurredAt.toISOString().slice(0, 10), occurredAtText: occurredAt.toISOString(), type: "013" },
    ...{ sign: amountMinor > 0 ? "credit" : "debit", currency: number >= rareFrom ? "CHF" : "EUR", amountMinor },
    ...{ amountText: String(amountMinor), record: { number }, readAt: new Date() },
  };
});

function known(text: string, endings: readonly string[]): string | null {
  return toIdentifierText(endings.map((ending) => ({ field: `reference${ending}`, value: `${text}${ending.toUpperCase()}` })));
}

beforeAll(async () => {
  store = await createTestStore();
  for (let at = 0; at < count; at += 500) {
    const batch = rows.slice(at, at + 500);
    await saveTransactions(
      store.db,
      vault,
      batch.map((row) => ({ ...row, identifiers: known(`MANY${row.id}`, ["a", "b", "c", "d", "e"]) })),
    );
  }
  await analyzeTables(store.pool);
});
afterAll(() => store.drop());

function page(change: Partial<TransactionPageQuery>): Promise<{ id: string; amountMinor: number | null }[]> {
  const query = { environment: "sandbox", merchantIds: [merchantId], order: "largest" as const, limit: 500, identifier: "MANY" };
  return listTransactionRows(store.db, { ...query, ...change });
}

type Order = TransactionPageQuery["order"];

/** All pages, one after another. */
async function listAll(query: Pick<TransactionPageQuery, "merchantIds" | "order" | "identifier">) {
  const seen: Awaited<ReturnType<typeof listTransactionRows>> = [];
  for (let after = undefined as TransactionPageQuery["after"]; ; after = seen.at(-1)) {
    const next = await listTransactionRows(store.db, { environment: "sandbox", limit: 500, ...query, after });
    seen.push(...next);
    if (next.length < 500) return seen;
  }
}

test.each<Order>(["largest", "smallest"])("paging %s through all that begin alike visits each once, in order", async (order) => {
  const seen = await listAll({ merchantIds: [merchantId], order, identifier: "MANY" });
  const rank = ({ amountMinor }: { amountMinor: number | null }) => amountMinor ?? 0;
  expect(new Set(seen.map(({ id }) => id)).size).toBe(count);
  expect(seen.map(rank)).toEqual(rows.map(rank).toSorted((left, right) => (order === "largest" ? right - left : left - right)));
});

test.each<Order>(["newest", "oldest"])("paging %s through all that begin alike visits each once, in order", async (order) => {
  const seen = await listAll({ merchantIds: [merchantId], order, identifier: "MANY" });
  const ids = rows.map(({ id }) => id);
  expect(seen.map(({ id }) => id)).toEqual(order === "newest" ? ids : ids.toReversed());
});

test.each<Order>(["newest", "oldest"])(
  "more of one instant than are looked up at once are each listed once, %s",
  async (order) => {
    const crowded = randomUUID();
    const instant = new Date(Date.UTC(2026, 3, 1));
    const crowd = rows.slice(0, 1_300).map((row) => ({ ...row, merchantId: crowded, occurredAt: instant }));
    await saveTransactions(
      store.db,
      vault,
      crowd.map((row) => ({ ...row, identifiers: known(`SAME${row.id}`, [""]) })),
    );
    const seen = await listAll({ merchantIds: [crowded], order, identifier: "SAME" });
    const ids = crowd.map(({ id }) => id).toSorted();
    expect(seen.map(({ id }) => id)).toEqual(order === "oldest" ? ids : ids.toReversed());
  },
);

test.each<Order>(["largest", "newest", "oldest"])(
  "the few that fit another filter too are found among the many, %s",
  async (order) => {
    const found = await page({ order, currency: "CHF" });
    expect(found.map(({ id }) => id).sort()).toEqual(rows.slice(rareFrom).map(({ id }) => id));
  },
);

test("a longer prefix excludes other rows", async () => {
  const found = await page({ identifier: "MANY459" });
  expect(found.map(({ id }) => id).sort()).toEqual(["459", ...Array.from({ length: 10 }, (_, last) => `459${last}`)].sort());
});

describe("more rows than are sorted at once, none near the start of the page", () => {
  const distant = randomUUID();
  const near = 2_500;
  const all = 2 * near + 21_000;

  beforeAll(async () => {
    const { pool } = store;
    await pool.query("insert into ledger_facet (environment, merchant_id, sign, currency) values ('demo', $1, 'credit', 'EUR')", [
      distant,
    ]);
    await pool.query(
      `create table far as select n::text as id, '2026-05-01'::timestamptz - n * interval '20 minutes' as at, (n * 7919::bigint) % 99991 as amount,
         n > $1 and n <= $2 - $1 as fits from generate_series(1, $2::int) n`,
      [near, all],
    );
    await pool.query(
      "select ensure_transaction_month('demo', month) from (select distinct date_trunc('month', at) as month from far) m",
    );
    await pool.query(
      `insert into transaction (merchant_id, environment, id, facet_id, kind_id, occurred_at, occurred_at_text, day, sign, amount_text,
         amount_minor, currency, sealed, content_mark, read_at, identifiers)
       select f.merchant_id, f.environment, far.id, f.id, f.kind_id, at, '', at::date, 'credit', '1', amount, 'EUR', '', '', now(),
         case when fits then 'FAR' || far.id || e'\\tr' else 'ELSE' || far.id || e'\\tr' end
       from ledger_facet f, far where f.merchant_id = $1`,
      [distant],
    );
    await analyzeTables(pool);
  });

  test.each([
    ["newest", "at desc"],
    ["oldest", "at"],
    ["largest", "amount desc, at desc"],
    ["smallest", "amount, at"],
  ] as const)("the first pages are those of a plain comparison, %s", async (order, plain) => {
    const { rows: expected } = await store.pool.query(`select id from far where fits order by ${plain} limit 150`);
    const seen: Awaited<ReturnType<typeof listTransactionRows>> = [];
    for (let page = 0; page < 3; page++) {
      const query = { environment: "demo", merchantIds: null, order, limit: 50, identifier: "FAR", after: seen.at(-1) };
      seen.push(...(await listTransactionRows(store.db, query)));
    }
    expect(seen.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });
});
