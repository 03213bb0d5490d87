// @module-tag long: reads a ledger into a database.

import { afterAll, beforeAll, expect, test } from "vitest";
import { sealWords } from "#lib/db/payments/sealed-payment.ts";
import { payment } from "#lib/db/schema/payment.ts";
import { createLedgerFixture, ledgerRow as row } from "#lib/ledger-sync/testing/ledger-fixture.ts";
import { environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { getTransaction } from "./get-transaction.ts";
import { getTransactionById } from "./get-transaction-by-id.ts";
import { listMerchantTransactions } from "./list-transactions.ts";

let fixture: TestFixture;

const atTerminal = (order: string) => ({ terminal_id: "81000001", reference_number: order });
const rows = [
  row("REVERSED", "501", 18.4),
  row("REVERSED", "036", -18.4),
  row("CHARGED-BACK", "013", 18.4),
  row("CHARGED-BACK", "042", -18.4),
  row("SOLD", "501", 18.4, atTerminal("TABLE-1")),
  row("BACK", "011", -5, atTerminal("CR-1")),
  row("EARLY", "011", -5, atTerminal("CR-2")),
  row("ELSEWHERE", "011", -5, atTerminal("R-9")),
  row("PAYOUT", "003", -5),
];
const idOf = (reference: string, type: string) =>
  String(rows.find((item) => item.payment_reference === reference && item.transaction_type === type)?.id);

const paymentId = crypto.randomUUID();
const unbooked = crypto.randomUUID();
const cafe = { environment, merchant: "cafe" } as const;

beforeAll(async () => {
  fixture = await createLedgerFixture(rows);
  const { id: merchantId } = await fixture.merchant("cafe");
  const { vault } = fixture.ctx();
  const taken = (id: string, referenceNumber: string, amountMinor: number, more: object = {}) => ({
    ...{ id, environment, merchantId, status: "success", amountMinor, currency: "EUR", terminalId: "81000001", referenceNumber },
    ...{ createdAt: new Date(), updatedAt: new Date(), ...more },
  });
  const refund = (referenceNumber: string, originalId: string, reason: string) => {
    const id = crypto.randomUUID();
    const sealedIntent = sealWords(vault, id, { description: reason, extra: null });
    return taken(id, referenceNumber, 500, { kind: "refund", originalId, sealedIntent });
  };
  const { db } = fixture.store;
  await db.insert(payment).values([taken(paymentId, "TABLE-1", 1_840), taken(unbooked, "TABLE-2", 1_840)]);
  await db.insert(payment).values([refund("CR-1", paymentId, "Cold soup"), refund("CR-2", unbooked, "Late")]);
  await listMerchantTransactions(fixture.ctx(), { ...cafe, input: { from: "2026-03-01", to: "2026-03-31" } });
});
afterAll(() => fixture.drop());

const originalOf = async (reference: string) => (await getTransaction(fixture.ctx(), { ...cafe, reference })).original;
const originalOfId = async (reference: string, type: string) =>
  (await getTransactionById(fixture.ctx(), { ...cafe, id: idOf(reference, type) })).original;

test("a reversal and a chargeback name the sale of their reference, which itself names none", async () => {
  const plain = { paymentId: null, description: null };
  expect(await originalOfId("REVERSED", "036")).toEqual({ reference: "REVERSED", ...plain });
  expect(await originalOfId("CHARGED-BACK", "042")).toEqual({ reference: "CHARGED-BACK", ...plain });
  expect(await originalOfId("REVERSED", "501")).toBe(null);
  expect(await originalOf("REVERSED")).toBe(null);
});

test("a refund sent from here names its payment, the payment's transaction once it is read, and its reason", async () => {
  expect(await originalOf("BACK")).toEqual({ reference: "SOLD", paymentId, description: "Cold soup" });
  expect(await originalOf("EARLY")).toEqual({ reference: null, paymentId: unbooked, description: "Late" });
});

test("a refund of which nothing is known, and other bookings, name none", async () => {
  expect(await originalOf("ELSEWHERE")).toBe(null);
  expect(await originalOf("PAYOUT")).toBe(null);
});
