import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hit } from "#lib/contract/find.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { lookupMerchantReferences } from "../bulk-lookup/lookup-references.ts";
import { listNeverNotified } from "../notifications/list-never-notified.ts";
import { createReconciledFixture, type ReconciledFixture } from "../notifications/testing/reconciled-fixture.ts";
import { getTransaction } from "../transactions/get-transaction.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { findSteps } from "./find-steps.ts";
import { quickFind } from "./quick/quick-find.ts";

const merchant = "corner-cafe";

let fixture: ReconciledFixture;
let notified: { trnref: string; orderId: string };
let refused: { trnref: string; orderId: string };
beforeAll(async () => {
  fixture = await createReconciledFixture([merchant]);
  notified = await fixture.payOnline(merchant, 3553);
  refused = await fixture.payOnline(merchant, 1234);
  await list();
});
afterAll(() => fixture.drop());

const list = async () =>
  (await listMerchantTransactions(fixture.ctx(), { environment, merchant, input: { limit: "200" } })).items;

/** The stored results of the search box, and the merchants it would query. */
async function box(q: string): Promise<{ hits: Hit[]; toAsk: string[] }> {
  for await (const step of findSteps(fixture.ctx(), { environment, input: { q } })) {
    if (step.step === "here") return { hits: step.hits, toAsk: step.toAsk };
  }
  throw new Error("The search said nothing.");
}

const palette = async (q: string) => (await quickFind(fixture.ctx(), { environment, input: { values: [q] } })).hits;

test("the box and the palette find the same: card digits, those with an amount, an IPC_Trnref, each payment once", async () => {
  const { trnref, orderId } = notified;
  const id = await fixture.receive(merchant, notifyEntries({ trnref, orderId, amount: "35.53", currency: "EUR" }));
  await fixture.follow();
  const sale = (await list()).find(({ pan, reference }) => pan && reference);
  const digits = sale?.pan?.slice(-4) ?? "";
  const amount = sale?.amountText.replace("-", "") ?? "";
  for (const q of [`${amount} ${digits}`, `${digits} ${amount}`, `*${digits}`, `•••• ${digits}`]) {
    const { hits, toAsk } = await box(q);
    expect([q, hits.some(({ href }) => href.endsWith(`/transactions/${sale?.reference}`)), toAsk]).toEqual([q, true, []]);
  }
  for (const q of [`${amount} ${digits}`, `*${digits}`, trnref, orderId, sale?.reference ?? ""]) {
    const [found, typed] = [(await box(q)).hits, await palette(q)];
    expect(typed.length).toBeGreaterThan(0);
    expect(found.slice(0, typed.length)).toEqual(typed);
  }
  const hits = await palette(trnref);
  expect(hits.map(({ kind }) => kind)).toEqual(["transaction", "notification"]);
  expect(new Set(hits.map(({ payment }) => payment))).toEqual(new Set([hits[0]?.href]));
  expect(hits[1]).toMatchObject({ href: `/sandbox/${merchant}/notifications/${id}`, verification: "verified" });
});

test("a transaction that only an unverified notification names is marked, and stays not notified", async () => {
  const { trnref, orderId } = refused;
  const purchase = { trnref, orderId, amount: "12.34", currency: "EUR" };
  const id = await fixture.receive(merchant, notifyEntries(purchase), { verdict: "not_checkable" });
  await fixture.follow();
  const sale = (await list()).find(({ referenceNumber }) => referenceNumber === orderId);
  expect(sale?.notified).toMatchObject({ state: "awaited" });
  const detail = await getTransaction(fixture.ctx(), { environment, merchant, reference: sale?.reference ?? "" });
  expect(detail.notifications).toEqual([]);
  expect(detail.mentions).toEqual([{ id, receivedAt: expect.any(String), verification: "not_verified" }]);
  const silent = await listNeverNotified(fixture.later(), { environment, merchant, input: {} });
  expect(silent.items.map(({ reference }) => reference)).toContain(sale?.reference);
});

test("bulk lookup finds known order numbers, and lists unverified mentions separately", async () => {
  const references = [notified.trnref, notified.orderId.toLowerCase(), refused.orderId, refused.trnref, "NOSUCH0001"];
  const { rows } = await lookupMerchantReferences(fixture.ctx(), { environment, merchant, input: { references } });
  expect(rows.map(({ verdict, matched }) => [verdict, matched])).toEqual([
    ["found", "trnref"],
    ["found", "referenceNumber"],
    ["found", "referenceNumber"],
    ["missing", undefined],
    ["missing", undefined],
  ]);
  expect(rows.map(({ mentions = [] }) => mentions.map(({ verification }) => verification))).toEqual([
    ...[[], [], ["not_verified"], ["not_verified"], []],
  ]);
  expect(rows[0]?.href).toBe(rows[1]?.href);
  expect(rows[1]?.transaction?.row?.amountMinor).toBe(3553);
});
