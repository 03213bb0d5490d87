import { afterAll, beforeAll, expect, test } from "vitest";
import { bareTransaction } from "#lib/db/testing/bare-transaction.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import { storeRows } from "#lib/ledger-sync/store-rows.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { findAnything } from "../search/find-anything.ts";
import { lookupReferences } from "./lookup-references.ts";

let fixture: TestFixture;
beforeAll(async () => {
  const pair = { partnerId: "p", applicationId: "a", clientId: "client_1", clientSecret: "secret_1" };
  const merchants = ["cafe", "hotel"].map((slug) => ({ slug, clientId: `cli_${slug}`, clientSecret: "sec_1" }));
  fixture = await createTestFixture({ upstream: { baseUrl: "http://127.0.0.1:9", ...pair, merchants } });
});
afterAll(() => fixture.drop());

const soldAt = new Date("2026-03-05T08:00:00Z");

async function book(slug: string, change: Partial<NewTransaction> & { id: string; reference: string }) {
  const merchant = await fixture.merchant(slug);
  await storeRows({ ...fixture.ctx(), merchant }, [
    {
      ...{ ...bareTransaction, environment, merchantId: merchant.id, occurredAt: soldAt, readAt: soldAt, day: "2026-03-05" },
      ...{
        occurredAtText: "",
        hasOwnTime: true,
        type: "013",
        sign: "credit",
        currency: "EUR",
        amountMinor: 500,
        amountText: "5.00",
      },
      ...{ record: {}, ...change },
    },
  ]);
}

const after = (minutes: number) => new Date(soldAt.getTime() + minutes * 60_000);
const debit = { type: "036", sign: "debit", amountMinor: -500, amountText: "-5.00" } as const;

async function lookUp(reference: string) {
  const { rows } = await lookupReferences(fixture.ctx(), { environment, input: { references: [reference] } });
  return rows[0];
}

const pageOf = (merchant: string, reference: string) => ({
  merchant,
  href: `/${environment}/${merchant}/transactions/${reference}`,
});

test("an order number that two merchants have names both, and neither as the one", async () => {
  await book("cafe", { id: "A", reference: "RA", referenceNumber: "100123" });
  await book("hotel", { id: "B", reference: "RB", referenceNumber: "100123", amountMinor: 9900, occurredAt: after(1) });
  const row = await lookUp("100123");
  expect(row).toMatchObject({ verdict: "found", href: `/${environment}/find?q=100123` });
  expect(row).not.toHaveProperty("merchant");
  expect(row).not.toHaveProperty("transaction");
  expect(row?.several?.isCut).toBe(false);
  expect(new Set(row?.several?.payments)).toEqual(new Set([pageOf("cafe", "RA"), pageOf("hotel", "RB")]));
});

test("an order number that a merchant used again names the merchant, but no amount", async () => {
  for (let use = 0; use < 7; use++) {
    await book("cafe", { id: `U${use}`, reference: `RU${use}`, referenceNumber: "USED", occurredAt: after(use) });
  }
  const row = await lookUp("USED");
  expect(row).toMatchObject({ verdict: "found", merchant: "cafe", several: { isCut: true } });
  expect(row?.several?.payments).toHaveLength(5);
  expect(row).not.toHaveProperty("transaction");
});

test("a payment reference of one merchant that is an order number of another names both", async () => {
  await book("cafe", { id: "C", reference: "700700" });
  await book("hotel", { id: "D", reference: "RD", referenceNumber: "700700" });
  expect(new Set((await lookUp("700700"))?.several?.payments)).toEqual(
    new Set([pageOf("cafe", "700700"), pageOf("hotel", "RD")]),
  );
});

test("a refund under a reference of its own is no second payment", async () => {
  await book("cafe", { id: "E", reference: "RE", referenceNumber: "REFUNDED", amountMinor: 1240 });
  await book("cafe", { ...debit, id: "F", reference: "RF", referenceNumber: "REFUNDED", type: "011", occurredAt: after(1) });
  const row = await lookUp("REFUNDED");
  expect(row).toMatchObject({ merchant: "cafe", href: pageOf("cafe", "RE").href, transaction: { row: { amountMinor: 1240 } } });
  expect(row).not.toHaveProperty("several");
});

test("a sale whose whole amount went back is shown as the sale, in lookup and search", async () => {
  await book("cafe", { id: "G", reference: "RBACK" });
  await book("cafe", { ...debit, id: "H", reference: "RBACK", occurredAt: after(1) });
  expect((await lookUp("RBACK"))?.transaction?.row).toMatchObject({ type: "013", amountMinor: 500 });
  const { hits } = await findAnything(fixture.ctx(), { environment, input: { q: "RBACK" } });
  expect(hits.map(({ money }) => money?.amountMinor)).toEqual([500]);
});
