import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "#lib/db/schema/transaction.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { lookupMerchantReferences, lookupReferences } from "./lookup-references.ts";

const answering = ["corner-cafe", "taxi-athina", "zum-anker", "sakura-travel", "moda-ritorni", "knigi-online", "bodega-del-sol"];
const ofEach = 100;

let fixture: SandboxFixture;
/** References read directly from the gateways, with the merchant of each. */
let known: [reference: string, slug: string][];
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 4_000, slugs: [...answering, "refused"] });
  known = (await Promise.all(answering.map(referencesOf))).flat();
});
afterAll(() => fixture.drop());

async function referencesOf(slug: string): Promise<[string, string][]> {
  const gateway = await fixture.ctx().gateways.forMerchant(await fixture.merchant(slug));
  const range = { from: "2010-01-01", to: new Date().toISOString().slice(0, 10) };
  const references = new Set<string>();
  for (let page = 1, more = true; more && references.size < ofEach; page++) {
    const { rows, hasNext } = await gateway.readTransactions({ ...range, order: "asc", page });
    for (const { reference } of rows) if (reference !== null) references.add(reference);
    more = hasNext;
  }
  return [...references].slice(0, ofEach).map((reference) => [reference, slug]);
}

/** In an order in which no two neighbours belong to one merchant or are of one kind. */
function shuffled(references: readonly string[]): string[] {
  return references.map((_, at) => references[(at * 389) % references.length] ?? "");
}

test("1,000 references over 8 merchants: found at their merchants, missing, duplicates merged, the refused merchant named", async () => {
  expect(known).toHaveLength(700);
  expect(await fixture.store.db.$count(transaction)).toBe(0);
  const missing = Array.from({ length: 150 }, (_, at) => `NOSUCH${at}`);
  const duplicates = known.slice(0, 150).map(([reference]) => ` ${reference.toLowerCase()} `);
  const references = [...shuffled([...known.map(([reference]) => reference), ...missing]), ...duplicates];
  expect(references).toHaveLength(1_000);
  const { rows, notSearched } = await lookupReferences(fixture.ctx(), { environment, input: { references } });
  expect(rows.map(({ reference }) => reference)).toEqual(references.slice(0, 850));
  const owners = new Map(known);
  for (const row of rows) {
    const owner = owners.get(row.reference);
    const expected = owner ? { verdict: "found", merchant: owner } : { verdict: "missing" };
    expect({ verdict: row.verdict, ...(row.merchant ? { merchant: row.merchant } : {}) }).toEqual(expected);
  }
  expect(notSearched).toEqual([
    { merchant: "refused", reason: expect.stringContaining("rejected"), details: expect.any(Object) },
  ]);
});

test("at one merchant others' references are missing, and its own found", async () => {
  const references = [...shuffled(known.map(([reference]) => reference)), ...Array.from({ length: 300 }, (_, at) => `NO${at}`)];
  const { rows, notSearched } = await lookupMerchantReferences(fixture.ctx(), {
    environment,
    merchant: "zum-anker",
    input: { references },
  });
  const owners = new Map(known);
  expect(rows).toHaveLength(1_000);
  for (const { reference, verdict } of rows) {
    expect([reference, verdict]).toEqual([reference, owners.get(reference) === "zum-anker" ? "found" : "missing"]);
  }
  expect(notSearched).toEqual([]);
});

test("at the refused merchant no reference is missing: each reports that it could not be queried", async () => {
  const references = known.slice(0, 60).map(([reference]) => reference);
  const { rows } = await lookupMerchantReferences(fixture.ctx(), { environment, merchant: "refused", input: { references } });
  expect(rows.map(({ verdict, error }) => [verdict, error?.code])).toEqual(references.map(() => ["error", "merchant_refused"]));
});
