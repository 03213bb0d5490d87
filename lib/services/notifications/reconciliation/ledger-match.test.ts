import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchant } from "#lib/db/schema/merchant.ts";
import { bareTransaction } from "#lib/db/testing/bare-transaction.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import { storeRows } from "#lib/ledger-sync/store-rows.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { matchLedger } from "./ledger-match.ts";

const vault = createTestVault();
let store: TestStore;
let merchantId: string;
beforeAll(async () => {
  store = await createTestStore();
  const sealed = Buffer.from("sealed");
  const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "", updatedBy: "test" };
  const [row] = await store.db
    .insert(merchant)
    .values({ slug: "shop", environment: "sandbox", name: "Shop", ...credential })
    .returning({ id: merchant.id });
  merchantId = row?.id ?? "";
});
afterAll(() => store.drop());

const noon = new Date("2026-03-04T12:00:00Z");
const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000);

async function book(change: Partial<NewTransaction>): Promise<string> {
  const id = randomUUID();
  const plain = { ...bareTransaction, occurredAtText: "", day: "2026-03-04", hasOwnTime: true };
  const sale = { type: "013", sign: "credit", amountMinor: 1840, amountText: "18.40", currency: "EUR" };
  const row = {
    merchantId,
    environment: "sandbox",
    id,
    reference: `REF-${id}`,
    occurredAt: noon,
    readAt: noon,
  };
  await storeRows({ db: store.db, vault, merchant: { id: merchantId, slug: "shop", environment: "sandbox" } }, [
    { ...plain, ...sale, ...row, record: { id }, ...change },
  ]);
  return id;
}

async function match(change: { trnref?: string; orderId?: string; amountMinor?: number; currency?: string; receivedAt?: Date }) {
  const notified = { id: "n", trnref: null, orderId: null, amountMinor: 1840, currency: "EUR", receivedAt: noon, ...change };
  const found = (await matchLedger({ db: store.db, vault }, { environment: "sandbox", merchantId }, [notified])).get("n");
  return found && [found.row.id, found.matchedBy, found.agrees];
}

test("of the rows that share a reference the sale represents its fee and its return", async () => {
  await book({ reference: "T1", type: "001", sign: "debit", amountMinor: -30 });
  const sale = await book({ reference: "T1" });
  await book({ reference: "T1", type: "036", sign: "debit", amountMinor: -1840, occurredAt: hours(1) });
  expect(await match({ trnref: "T1" })).toEqual([sale, "trnref", true]);
});

test("the reference decides, and another amount or currency is a mismatch", async () => {
  const sale = await book({ reference: "T2" });
  expect(await match({ trnref: "T2", amountMinor: 1841 })).toEqual([sale, "trnref", false]);
  expect(await match({ trnref: "T2", currency: "USD" })).toEqual([sale, "trnref", false]);
});

test("an amount paid in another currency matches by its original amount", async () => {
  const record = { original_amount: 20.5, original_currency: "USD" };
  const sale = await book({ reference: "T3", referenceNumber: "O3", record });
  expect(await match({ trnref: "T3", amountMinor: 2050, currency: "USD" })).toEqual([sale, "trnref", true]);
  expect(await match({ orderId: "O3", amountMinor: 2050, currency: "USD" })).toEqual([sale, "order", true]);
  expect(await match({ trnref: "T3", amountMinor: 2051, currency: "USD" })).toEqual([sale, "trnref", false]);
});

test("an order only matches with equal amount and currency, within 48 hours either way", async () => {
  const sale = await book({ referenceNumber: "O-4" });
  for (const receivedAt of [hours(-48), noon, hours(48)])
    expect(await match({ orderId: "O-4", receivedAt })).toEqual([sale, "order", true]);
  for (const receivedAt of [hours(-48.01), hours(48.01)]) expect(await match({ orderId: "O-4", receivedAt })).toBeUndefined();
  expect(await match({ orderId: "O-4", amountMinor: 1841 })).toBeUndefined();
  expect(await match({ orderId: "O-4", currency: "USD" })).toBeUndefined();
  // Identifiers are compared without dashes and case; orders are compared exactly.
  expect(await match({ orderId: "o4" })).toBeUndefined();
});

test("a row whose time is read in a wrong zone is found by either key", async () => {
  for (const off of [-26, -14, 14, 26]) {
    const [trnref, orderId] = [`T${off}`, `O${off}`];
    const sale = await book({ reference: trnref, referenceNumber: orderId, occurredAt: hours(off) });
    expect(await match({ trnref })).toEqual([sale, "trnref", true]);
    expect(await match({ orderId })).toEqual([sale, "order", true]);
  }
});

test("of an order's attempts the nearest in time matches, and never a terminal sale or a refund", async () => {
  const first = await book({ referenceNumber: "O5", occurredAt: hours(-5) });
  const second = await book({ referenceNumber: "O5", occurredAt: hours(-1) });
  await book({ referenceNumber: "O5", terminalId: "81000001", type: "501" });
  await book({ referenceNumber: "O5", sign: "debit", type: "011", amountMinor: -1840 });
  expect(await match({ orderId: "O5", receivedAt: hours(-4) })).toEqual([first, "order", true]);
  expect(await match({ orderId: "O5" })).toEqual([second, "order", true]);
});

test("another merchant's rows never match", async () => {
  await book({ reference: "T6" });
  const found = await matchLedger({ db: store.db, vault }, { environment: "sandbox", merchantId: randomUUID() }, [
    { id: "n", trnref: "T6", orderId: null, amountMinor: 1840, currency: "EUR", receivedAt: noon },
  ]);
  expect(found.size).toBe(0);
});
