import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MerchantScope } from "../merchants/merchant-scope.ts";
import { countMerchants, listFirstMerchants } from "../merchants/merchants-in-scope.ts";
import { analyzeTables } from "../testing/analyze-tables.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { findCardAndAmount } from "./card-and-amount.ts";
import { findIdentifiers, findIdentifiersExactly, findIdentifierTargets } from "./identifier-search.ts";
import { readIdentifiers, toIdentifierText } from "./identifiers.ts";

const merchants = 3_000;
const rows = 9_000;
const environment = "demo";
let store: TestStore;
let ids: string[];

/** Each merchant has three sales over six years: unique order numbers, but shared card digits and amounts. */
beforeAll(async () => {
  store = await createTestStore();
  await store.pool.query(
    `insert into merchant (environment, slug, name, client_id, client_secret, credential_fingerprint, updated_by)
     select $1, 'shop-' || lpad(n::text, 5, '0'), 'Shop ' || n, '', '', n, 'test' from generate_series(1, $2::int) n`,
    [environment, merchants],
  );
  const { rows: found } = await store.pool.query("select id from merchant order by slug");
  ids = found.map(({ id }) => id);
  await store.pool.query(
    `create table sale as select n, ($1::uuid[])[1 + n % $2] as merchant_id, now() - n * interval '6 hours' as at,
       'ORD' || lpad(n::text, 6, '0') as number, lpad((n % 100)::text, 4, '7') as digits, (n % 50) || '.50' as amount
     from generate_series(1, $3::int) n`,
    [ids, merchants, rows],
  );
  await store.pool.query(
    "select ensure_transaction_month($1, month) from (select distinct date_trunc('month', at) as month from sale) months",
    [environment],
  );
  await store.pool.query(
    `insert into transaction (merchant_id, environment, id, facet_id, kind_id, occurred_at, occurred_at_text, day, sign, amount_text, currency,
       sealed, content_mark, read_at, identifiers)
     select merchant_id, $1, n, 1, 1, at, '', at::date, 'credit', amount, 'EUR', '', '', now(),
       concat_ws(e'\\n', number || e'\\tn', digits || e'\\tp', amount || e'\\tm', case when n % 1000 = 0 then '000112' || e'\\ts' end,
         case when n > 4000 and n % 2 = 0 then e'OLD9\\tt' end, case when n % 3 = 0 then e'ALL3\\ta' end)
     from sale`,
    [environment],
  );
  await analyzeTables(store.pool);
});
afterAll(() => store.drop());

const all: MerchantScope = { environment, merchantIds: null };
const hashed = { hashedValue: "none", limit: 50 };

type Expected = { merchant_id: string; target_id: string };
const plain = async (where: string, values: unknown[], scope: MerchantScope): Promise<Expected[]> => {
  const list = scope.merchantIds === null ? "" : `and merchant_id = any('{${scope.merchantIds.join(",")}}')`;
  const { rows: found } = await store.pool.query(
    `select merchant_id, n::text as target_id from sale where ${where} ${list} order by at desc`,
    values,
  );
  return found;
};
const toExpected = (hits: readonly { merchantId: string; targetId: string }[]): Expected[] =>
  hits.map(({ merchantId, targetId }) => ({ merchant_id: merchantId, target_id: targetId }));

describe("with thousands of merchants, search finds what plain SQL finds", () => {
  const scopes = (): [string, MerchantScope][] => [
    ["all", all],
    ["two thousand listed", { environment, merchantIds: ids.slice(0, 2_000) }],
    ["one", { environment, merchantIds: [ids[42 % merchants] ?? ""] }],
  ];

  test.each([0, 1, 2])("of scope %#, exactly and by beginnings", async (at) => {
    const [, scope] = scopes()[at] ?? [];
    if (!scope) throw new Error("There is no such scope.");
    const one = await findIdentifiers(store.db, { scope, value: "ORD000042", ...hashed });
    expect(toExpected(one)).toEqual(await plain("number = $1", ["ORD000042"], scope));
    const prefixHits = await findIdentifiers(store.db, { scope, value: "ORD00004", ...hashed });
    const expected = await plain("number like $1", ["ORD00004%"], scope);
    expect(toExpected(prefixHits).map(({ target_id }) => target_id)).toEqual(expected.map(({ target_id }) => target_id));
    const shared = await findIdentifiers(store.db, { scope, value: "7742", ...hashed });
    expect(toExpected(shared)).toEqual((await plain("digits = $1", ["7742"], scope)).slice(0, 50));
    const pair = await findCardAndAmount(store.db, { scope, digits: "7742", amounts: ["42.50", "42.5"], limit: 20 });
    expect(toExpected(pair)).toEqual((await plain("digits = $1 and amount = $2", ["7742", "42.50"], scope)).slice(0, 20));
  });

  test.each([0, 1, 2])("of scope %#, the newest of what thousands share, also when they are long ago", async (at) => {
    const [, scope] = scopes()[at] ?? [];
    if (!scope) throw new Error("There is no such scope.");
    for (const [value, where] of [
      ["OLD9", "n > 4000 and n % 2 = 0"],
      ["ALL3", "n % 3 = 0"],
    ] as const) {
      const expected = (await plain(where, [], scope)).slice(0, 50);
      expect(toExpected(await findIdentifiers(store.db, { scope, value, ...hashed }))).toEqual(expected);
      const prefixHits = await findIdentifiers(store.db, { scope, value: value.slice(0, 3), ...hashed });
      expect(new Set(prefixHits.map(({ targetId, value: known }) => `${known} ${targetId}`)).size).toBe(expected.length);
      expect(prefixHits.every((hit) => hit.value === value && !hit.exact)).toBe(true);
    }
  });

  test("a value shared by thousands is not found outside the scope, but found for merchants within it", async () => {
    const owners = (await plain("n > 4000 and n % 2 = 0", [], all)).map(({ merchant_id }) => merchant_id);
    const others = ids.filter((id) => !owners.includes(id));
    const ask = (merchantIds: string[]) =>
      findIdentifiers(store.db, { scope: { environment, merchantIds }, value: "OLD9", ...hashed });
    expect(await ask(others)).toEqual([]);
    const [one = ""] = owners.slice(-1);
    expect(new Set((await ask([...others, one])).map(({ merchantId }) => merchantId))).toEqual(new Set([one]));
  });

  test("a prefix of nearly all rows returns as many as requested", async () => {
    const hits = await findIdentifiers(store.db, { scope: all, value: "ORD", ...hashed });
    expect(new Set(hits.map(({ targetId }) => targetId)).size).toBe(50);
    expect(hits.every(({ field, value, exact }) => field === "referenceNumber" && value.startsWith("ORD") && !exact)).toBe(true);
  });

  test("no matches inside a value or in another environment", async () => {
    expect(await findIdentifiers(store.db, { scope: all, value: "RD000042", ...hashed })).toEqual([]);
    const other: MerchantScope = { environment: "production", merchantIds: null };
    expect(await findIdentifiers(store.db, { scope: other, value: "ORD000042", ...hashed })).toEqual([]);
    expect(await findIdentifiers(store.db, { scope: { environment, merchantIds: [] }, value: "ORD000042", ...hashed })).toEqual(
      [],
    );
  });

  test("many numbers at once, one of them very common", async () => {
    const values = ["7742", ...Array.from({ length: 200 }, (_, n) => `ORD${String(n * 40 + 7).padStart(6, "0")}`)];
    const hits = await findIdentifiersExactly(store.db, { scope: all, fields: ["referenceNumber", "pan"], values, limit: 1 });
    const found = new Set(hits.map(({ value }) => value));
    expect(values.filter((value) => !found.has(value))).toEqual([]);
  });

  test("only the requested fields", async () => {
    const ask = (fields: string[]) => findIdentifierTargets(store.db, { scope: all, fields, values: ["7742"], limit: 5 });
    expect([(await ask(["pan"])).length, (await ask(["amount"])).length]).toEqual([5, 0]);
  });
});

test("a scope's merchants are counted and the first ones listed without reading the others", async () => {
  expect(await countMerchants(store.db, all)).toBe(merchants);
  const first = await listFirstMerchants(store.db, all, { limit: 2, except: ids.slice(0, 1) });
  expect(first.map(({ slug }) => slug)).toEqual(["shop-00002", "shop-00003"]);
});

test("identifiers are stored and read again; with leading zeros also without them", () => {
  const text = toIdentifierText([
    { field: "stan", value: "000112" },
    { field: "reference", value: "A'B\\C" },
    { field: "another", value: `A${randomUUID().toUpperCase()}` },
    { field: "pan", value: "" },
  ]);
  expect(readIdentifiers(text)).toEqual([
    { field: "stan", value: "000112" },
    { field: "stan", value: "112" },
    { field: "reference", value: "A'B\\C" },
    { field: "another", value: expect.any(String) },
  ]);
  expect([toIdentifierText([]), readIdentifiers(null)]).toEqual([null, []]);
});
