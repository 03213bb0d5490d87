import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutLeadingZeros } from "#lib/core/identifiers.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { listTransactionRows } from "../transactions/transaction-list.ts";
import { findIdentifiers, findIdentifierTargets, type IdentifierHit } from "./identifier-search.ts";
import { toIdentifierText } from "./identifiers.ts";
import { fitsSearch } from "./notification-search.ts";

/** Characters with a meaning in word queries, LIKE patterns or SQL text, and characters of several bytes. */
const letters = [..."'\\:*&|!()<>%_\"$?0AÉ😀ﬀ\u0001\u200d", "00", ":*", "''", "\\'", "NULL", "A:B"];
const values = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
const environment = "demo";
const scope = { environment, merchantIds: null };
const stored = fc.sample(values, { numRuns: 600, seed: 19 });
let store: TestStore;

beforeAll(async () => {
  store = await createTestStore();
  await store.pool.query("select ensure_transaction_month($1, '2026-03-01')", [environment]);
  await store.pool.query(
    `insert into ledger_facet (environment, merchant_id, sign, currency) values ($1, '00000000-0000-4000-8000-000000000001', 'credit', 'EUR')`,
    [environment],
  );
  await store.pool.query(
    `insert into transaction (merchant_id, environment, id, facet_id, kind_id, occurred_at, occurred_at_text, day, sign, amount_text,
       currency, sealed, content_mark, read_at, identifiers)
     select f.merchant_id, $1, n, f.id, f.kind_id, '2026-03-31'::timestamptz - n * interval '1 minute', '', '2026-03-01', 'credit', '1',
       'EUR', '', '', now(), known
     from ledger_facet f, unnest($2::text[]) with ordinality as held(known, n)`,
    [environment, stored.map((value) => toIdentifierText([{ field: "reference", value }]))],
  );
});
afterAll(() => store.drop());

const idsWhere = (fits: (value: string) => boolean) =>
  stored.flatMap((value, at) => ([value, withoutLeadingZeros(value)].some(fits) ? [String(at + 1)] : []));
const idsOf = (hits: readonly IdentifierHit[], exact: boolean) =>
  hits.flatMap((hit) => (hit.exact === exact ? [hit.targetId] : []));

/** Stored values, their prefixes, and unrelated values. */
const searchText = fc.oneof(
  values,
  fc.constantFrom(...stored),
  fc.tuple(fc.constantFrom(...stored), fc.nat(4)).map(([value, length]) => [...value].slice(0, length + 1).join("")),
);

test("for any search, the index finds what a plain comparison finds", {
  meta: { slow: "hundreds of searches" },
}, async () => {
  await fc.assert(
    fc.asyncProperty(searchText, async (value) => {
      const hits = await findIdentifiers(store.db, { scope, value, hashedValue: "none", limit: 1_000 });
      const same = new Set([value, withoutLeadingZeros(value)]);
      const exact = idsWhere((known) => same.has(known));
      expect(idsOf(hits, true)).toEqual(exact);
      const prefixIds = idsWhere((known) => known.startsWith(value)).filter((id) => !exact.includes(id));
      expect(idsOf(hits, false)).toEqual(prefixIds);
      const wholeHits = await findIdentifierTargets(store.db, { scope, fields: ["reference"], values: [value], limit: 1_000 });
      expect(wholeHits.map(({ targetId }) => targetId)).toEqual(idsWhere((known) => known === value));
      const listedRows = await listTransactionRows(store.db, { ...scope, order: "newest", limit: 1_000, identifier: value });
      expect(listedRows.map(({ id }) => id)).toEqual(idsWhere((known) => known.startsWith(value)));
    }),
    { numRuns: 150, seed: 19 },
  );
});

test.each(["\u0000", "A\u0000B", "\ud800", "A".repeat(256), "😀".repeat(255), ""])(
  "%j is looked for without an error",
  async (value) => {
    expect(await findIdentifiers(store.db, { scope, value, hashedValue: "none", limit: 5 })).toEqual([]);
    const question = { scope, fields: ["reference"], limit: 5 };
    expect(await findIdentifierTargets(store.db, { ...question, values: [value] })).toEqual([]);
    expect(await listTransactionRows(store.db, { ...scope, order: "newest", limit: 5, identifier: value })).toEqual([]);
    await fitsSearch(store.db, scope, { value, hashed: "none", words: [] });
  },
);
