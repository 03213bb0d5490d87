import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { findAnything } from "../search/find-anything.ts";
import { quickFind } from "../search/quick/quick-find.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { lookupMerchantReferences, lookupReferences } from "./lookup-references.ts";

const merchants = 3_000;
const asked = ["corner-cafe", "zum-anker"];

let fixture: SandboxFixture;
let stored: string;
/** Two merchants that the gateway knows among thousands; the ledger of one was read. */
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 300, slugs: asked });
  const page = await listMerchantTransactions(fixture.ctx(), { environment, merchant: "zum-anker", input: {} });
  stored = page.items.find(({ reference }) => reference !== null)?.reference ?? "";
  await fixture.store.pool.query(
    `insert into merchant (environment, slug, name, client_id, client_secret, credential_fingerprint, updated_by)
     select $1, 'shop-' || lpad(n::text, 5, '0'), 'Shop ' || n, '', '', n, 'test' from generate_series(1, $2::int) n`,
    [environment, merchants],
  );
});
afterAll(() => fixture.drop());

const lookUp = (references: string[]) => lookupReferences(fixture.ctx(), { environment, input: { references } });

test("of many merchants only those with a reference are queried, and unknown references are not checked, never missing", async () => {
  const { rows, notSearched, notSearchedCount } = await lookUp([stored, "NOSUCH001"]);
  expect(rows).toMatchObject([
    { reference: stored, verdict: "found", merchant: "zum-anker" },
    { reference: "NOSUCH001", verdict: "error", error: { code: "not_checked" } },
  ]);
  expect(notSearched.map(({ merchant }) => merchant)).toEqual([
    "corner-cafe",
    ...Array.from({ length: 9 }, (_, n) => `shop-0000${n + 1}`),
  ]);
  expect(notSearchedCount).toBe(merchants + 1);
});

test("when all are found, no merchant is named", async () => {
  expect(await lookUp([stored])).toMatchObject({ notSearched: [], notSearchedCount: 0 });
});

test("a lookup at one merchant still proves absence", async () => {
  const { rows, notSearchedCount } = await lookupMerchantReferences(fixture.ctx(), {
    environment,
    merchant: "corner-cafe",
    input: { references: ["NOSUCH001"] },
  });
  expect([rows, notSearchedCount]).toEqual([[{ reference: "NOSUCH001", verdict: "missing" }], 0]);
});

test("search reports how many merchants it did not query, and queries none for stored matches", async () => {
  const absent = await findAnything(fixture.ctx(), { environment, input: { q: "NOSUCH001" } });
  expect(absent).toMatchObject({ hits: [], notSearchedCount: merchants + asked.length });
  expect(absent.notSearched).toHaveLength(10);
  const found = await findAnything(fixture.ctx(), { environment, input: { q: stored } });
  expect(found).toMatchObject({ notSearched: [], notSearchedCount: 0 });
  expect(found.hits[0]).toMatchObject({ merchant: "zum-anker", reference: stored });
  const { hits } = await quickFind(fixture.ctx(), { environment, input: { values: [stored] } });
  expect(hits[0]).toMatchObject({ merchant: "zum-anker", reference: stored });
});

test("search needs no more statements for thousands of merchants than for a few", async () => {
  const { pool } = fixture.store;
  const { query } = pool;
  const count = async (work: () => Promise<unknown>) => {
    let statements = 0;
    const counting = (...given: unknown[]) => {
      statements += 1;
      return Reflect.apply(query, pool, given);
    };
    Object.assign(pool, { query: counting });
    await work().finally(() => Object.assign(pool, { query }));
    return statements;
  };
  const few = { merchants: asked.map((slug) => `${environment}/${slug}`) };
  const ask = (staff: object) => count(() => quickFind(fixture.ctx(staff), { environment, input: { values: [stored] } }));
  // One more statement reads the ids of a list.
  expect(await ask({})).toBeLessThanOrEqual(await ask(few));
});
