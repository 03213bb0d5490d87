import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentDetailState, paymentListState, transactionDetailState } from "#lib/contract/record-state.ts";
import { transactionState } from "#lib/core/transaction-state.ts";
import { payment, paymentOperation } from "#lib/db/schema/payment.ts";
import { createLedgerFixture, ledgerRow as row } from "#lib/ledger-sync/testing/ledger-fixture.ts";
import { environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { getPayment } from "../payments/get-payment.ts";
import { listPayments } from "../payments/list-payments.ts";
import { getTransaction } from "./get-transaction.ts";
import { listMerchantTransactions, listTransactions } from "./list-transactions.ts";

let fixture: TestFixture;
/** Later than the payments of these refunds. */
const refundedAt = new Date(Date.now() + 3_600_000);

const atTerminal = (order: string) => ({ terminal_id: "81000001", reference_number: order });
const rows = [
  row("KEPT", "013", 18.4),
  row("KEPT", "001", -0.2),
  row("REVERSED", "013", 18.4),
  row("REVERSED", "036", -18.4, { date: "2026-03-05T11:20:05" }),
  row("PARTLY", "009", 18.4),
  row("PARTLY", "011", -5),
  row("TAKEN-HERE", "501", 18.4, atTerminal("TABLE-1")),
  row("TAKEN-BACK", "501", 18.4, atTerminal("TABLE-2")),
  row("BEING-REFUNDED", "501", 18.4, atTerminal("TABLE-3")),
  row("BEING-ASKED", "501", 18.4, atTerminal("TABLE-4")),
  row("BEING-REVERSED", "501", 18.4, atTerminal("TABLE-5")),
  row("HELD", "013", 18.4),
  row("HELD", "037", -18.4, { date: "2026-03-05T11:20:05" }),
  row("DISPUTED", "013", 18.4),
  row("DISPUTED", "042", -18.4, { date: "2026-03-05T11:20:05" }),
  row("DISPUTED-HERE", "501", 18.4, atTerminal("TABLE-6")),
  row("DISPUTED-HERE", "042", -18.4, { date: "2026-03-05T11:20:05" }),
  row("ACCEPTED", "501", 18.4, atTerminal("TABLE-7")),
  row("HELD-HERE", "501", 18.4, atTerminal("TABLE-8")),
  row("HELD-HERE", "037", -18.4, { date: "2026-03-05T11:20:05" }),
  row("RESERVED", "015", 18.4),
  row("MONDAY", "501", 18.4, atTerminal("SHARED")),
  row("TIPPED", "501", 20.4, atTerminal("TABLE-9")),
];

beforeAll(async () => {
  fixture = await createLedgerFixture(rows);
  const { id: merchantId } = await fixture.merchant("cafe");
  const taken = (referenceNumber: string, status: string, amountMinor: number, more: object = {}) => ({
    ...{ environment, merchantId, status, amountMinor, currency: "EUR", terminalId: "81000001", referenceNumber },
    ...{ createdAt: new Date(), updatedAt: new Date(), createdBy: crypto.randomUUID(), ...more },
  });
  const tables = ["TABLE-1", "TABLE-3", "TABLE-4", "TABLE-5", "TABLE-7", "TABLE-6"].map((table) =>
    taken(table, "success", 1_840),
  );
  const others = [
    ...[taken("TABLE-2", "reversed", 1_840), taken("TABLE-8", "reversed", 1_840)],
    // One typed reference at two terminals; the newer payment is another one.
    taken("SHARED", "success", 1_840, { createdAt: new Date(Date.now() - 86_400_000) }),
    taken("SHARED", "reversed", 1_840, { terminalId: "81000002" }),
    taken("TABLE-9", "reversed", 1_840, { tipMinor: 200 }),
  ];
  const [first, third, fourth, fifth, seventh] = await fixture.store.db
    .insert(payment)
    .values([...tables, ...others])
    .returning();
  const refund = (reference: string, status: string, amountMinor: number, original: typeof first) =>
    taken(reference, status, amountMinor, { kind: "refund", originalId: original?.id, updatedAt: refundedAt });
  await fixture.store.db
    .insert(payment)
    .values([
      refund("BACK-1", "success", 300, first),
      refund("BACK-2", "failed", 400, first),
      refund("BACK-3", "success", 300, third),
      refund("BACK-4", "in_progress", 200, third),
      refund("BACK-5", "sending", 100, third),
      refund("BACK-6", "in_progress", 100, fourth),
      refund("BACK-7", "unknown", 200, fourth),
    ]);
  const at = new Date();
  const reversal = (paymentId = "", state: string) => ({
    ...{ merchantId, staffId: crypto.randomUUID(), act: `reversal:${paymentId}`, key: "k", requestHash: "h" },
    ...{ paymentId, state, createdAt: at, updatedAt: at },
  });
  await fixture.store.db.insert(paymentOperation).values([reversal(fifth?.id, "unknown"), reversal(seventh?.id, "done")]);
});
afterAll(() => fixture.drop());

test("a sale has the same state in the lists and on its page, whatever was given back of it", async () => {
  const input = { from: "2026-03-01", to: "2026-03-31" };
  const ctx = fixture.ctx();
  const listed = await listMerchantTransactions(ctx, { environment, merchant: "cafe", input });
  const states = new Map(
    listed.items
      .filter(({ sign }) => sign === "credit")
      .map((item) => {
        const { name, values } = transactionState({ row: item });
        return [item.reference, /refund/.test(name) ? `${name} ${values.amount?.amountMinor}` : name];
      }),
  );
  expect(Object.fromEntries(states)).toEqual({
    KEPT: "booked",
    REVERSED: "reversed",
    PARTLY: "partly_refunded 500",
    "TAKEN-HERE": "partly_refunded 300",
    "TAKEN-BACK": "reversed",
    "BEING-REFUNDED": "refund_in_progress 300",
    "BEING-ASKED": "refund_unknown 300",
    "BEING-REVERSED": "reversal_unknown",
    HELD: "reversal_held",
    DISPUTED: "charged_back",
    "DISPUTED-HERE": "charged_back",
    ACCEPTED: "reversal_in_progress",
    "HELD-HERE": "reversal_held",
    RESERVED: "reserved",
    MONDAY: "paid_at_terminal",
    TIPPED: "reversed",
  });
  const ofAll = await listTransactions(ctx, { environment, input });
  const marksOf = ({ items }: typeof listed) =>
    items.map(({ givenBack, openRefund, openReversal }) => [givenBack, openRefund, openReversal]);
  expect(marksOf(ofAll)).toEqual(marksOf(listed));
  for (const reference of states.keys()) {
    const { name } = transactionDetailState(
      await getTransaction(ctx, { environment, merchant: "cafe", reference: reference ?? "" }),
    );
    expect([reference, name]).toEqual([reference, states.get(reference)?.split(" ")[0]]);
  }
});

test("a payment taken from here has the state of its sale, in its list and on its page", async () => {
  const ctx = fixture.ctx();
  // Reads the ledger.
  await listMerchantTransactions(ctx, { environment, merchant: "cafe", input: { from: "2026-03-01", to: "2026-03-31" } });
  const { items } = await listPayments(ctx, { environment, input: { kind: "payment" } });
  const states = items.map(({ referenceNumber, ...payment }) => [
    referenceNumber,
    paymentListState({ ...payment, referenceNumber }).name,
  ]);
  expect(Object.fromEntries(states)).toEqual({
    ...{ "TABLE-1": "partly_refunded", "TABLE-2": "reversed", "TABLE-3": "refund_in_progress", "TABLE-4": "refund_unknown" },
    ...{
      "TABLE-5": "reversal_unknown",
      "TABLE-6": "charged_back",
      "TABLE-7": "reversal_in_progress",
      "TABLE-8": "reversal_held",
      "TABLE-9": "reversed",
    },
    SHARED: "successful",
  });
  // The ledger has no booking of this refund yet.
  const refunded = items.find(({ referenceNumber }) => referenceNumber === "TABLE-1");
  expect(refunded?.givenBack).toMatchObject({ refundedMinor: 300, at: refundedAt.toISOString() });
  const charged = items.find(({ referenceNumber }) => referenceNumber === "TABLE-6");
  const detail = await getPayment(ctx, { environment, merchant: "cafe", paymentId: charged?.paymentId ?? "" });
  expect([paymentDetailState(detail).name, detail.givenBack?.chargedBackMinor]).toEqual(["charged_back", 1_840]);
});
