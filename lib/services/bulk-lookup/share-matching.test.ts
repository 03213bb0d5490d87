import { afterAll, beforeAll, expect, test } from "vitest";
import type { Transaction } from "#lib/contract/transaction.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { openSharedLookup } from "./share-lookup.ts";
import { shareMatchingLookup } from "./share-matching.ts";

const merchant = "corner-cafe";
let fixture: SandboxFixture;
let rows: Transaction[];
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 60, slugs: [merchant] });
  rows = (await listMerchantTransactions(fixture.ctx(), { environment, merchant, input: { limit: 500 } })).items;
});
afterAll(() => fixture.drop());

const matching = (filter: object, except: object[] = []) => ({ merchant, selection: { kind: "matching", filter, except } });
const referencesOf = (some: readonly Transaction[]) => [...new Set(some.flatMap(({ reference }) => reference ?? []))];

test("all rows that match become one list, each reference once, newest first", async () => {
  const wanted = rows.filter(({ sign }) => sign === "credit");
  const list = await shareMatchingLookup(fixture.ctx(), { environment, input: matching({ sign: "credit" }) });
  expect(list).toMatchObject({ references: referencesOf(wanted).length, isCut: false });
  const { references } = await openSharedLookup(fixture.ctx(), { environment, id: list.id });
  expect(references).toEqual(referencesOf(wanted));
});

test("deselected rows are left out", async () => {
  const [first] = referencesOf(rows);
  const except = rows.filter(({ reference }) => reference === first).map(({ id }) => ({ merchant, id }));
  const { id } = await shareMatchingLookup(fixture.ctx(), { environment, input: matching({}, except) });
  expect((await openSharedLookup(fixture.ctx(), { environment, id })).references).toEqual(referencesOf(rows).slice(1));
});

test("a list that is full says so", async () => {
  const list = await shareMatchingLookup(fixture.ctx(), { environment, input: matching({}), max: 3 });
  expect(list).toMatchObject({ references: 3, isCut: true });
  const whole = referencesOf(rows).length;
  expect(await shareMatchingLookup(fixture.ctx(), { environment, input: matching({}), max: whole })).toMatchObject({
    references: whole,
    isCut: false,
  });
});

test("no reference, no list; and none of a merchant that one may not see", async () => {
  const nothing = shareMatchingLookup(fixture.ctx(), { environment, input: matching({ q: "NOBODY" }) });
  await expect(nothing).rejects.toMatchObject({ code: "invalid_input" });
  const elsewhere = fixture.ctx({ merchants: [`${environment}/other`] });
  const hidden = shareMatchingLookup(elsewhere, { environment, input: matching({}) });
  await expect(hidden).rejects.toMatchObject({ code: "not_found" });
});
