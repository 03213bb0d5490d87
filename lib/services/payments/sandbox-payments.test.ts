import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { findAnything } from "../search/find-anything.ts";
import { listTerminals } from "../terminals/list-terminals.ts";
import { getTransaction } from "../transactions/get-transaction.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { createPayment } from "./create-payment.ts";
import { getPayment } from "./get-payment.ts";
import { listMerchantPayments } from "./list-payments.ts";
import { pollOpenPayments } from "./poll-open-payments.ts";
import { refundPayment } from "./refund-payment.ts";
import { reversePayment } from "./reverse-payment.ts";

let fixture: SandboxFixture;
beforeAll(async () => {
  const settings = { settleMinMs: 50, settleSpreadMs: 50, unknownMembers: true };
  fixture = await createSandboxFixture({
    transactions: 300,
    settings,
    slugs: ["corner-cafe", "sakura-travel", "taxi-athina", "knigi-online"],
  });
});
afterAll(() => fixture.drop());

const cafe = { environment, merchant: "corner-cafe" } as const;
const sale = { amountMinor: 1234, currency: "EUR", terminalId: "81000001" };

async function create(input: object, merchant = "corner-cafe"): Promise<string> {
  const idempotencyKey = crypto.randomUUID();
  const { payment } = await createPayment(fixture.ctx(), { environment, merchant, idempotencyKey, input });
  return payment.paymentId;
}

/** Polls like the job, round after round, until the payment has ended. */
async function ended(paymentId: string, merchant = "corner-cafe"): Promise<PaymentDetail> {
  const read = () => getPayment(fixture.ctx(), { environment, merchant, paymentId });
  const status = async () => {
    await pollOpenPayments(fixture.ctx());
    return (await read()).status;
  };
  await expect.poll(status, { interval: 250 }).not.toMatch(/sending|in_progress|unknown/);
  return read();
}

test("the terminals are listed with names and currencies; a merchant without any has none", async () => {
  const { items } = await listTerminals(fixture.ctx(), { environment, merchant: "sakura-travel" });
  expect(items).toContainEqual({ terminalId: "81000102", name: "カウンター", currency: "JPY" });
  expect((await listTerminals(fixture.ctx(), { environment, merchant: "knigi-online" })).items).toEqual([]);
});

test("EUR 12.34 reaches success, appears in the ledger and is found by its reference", {
  meta: { slow: "The sandbox terminal takes two seconds." },
}, async () => {
  const reference = `INV-${crypto.randomUUID().slice(0, 8)}`;
  const payment = await ended(await create({ ...sale, referenceNumber: reference, description: "Table 4" }));
  expect(payment).toMatchObject({ status: "success", amountMinor: 1234, referenceNumber: reference });
  await listMerchantTransactions(fixture.ctx(), {
    ...cafe,
    input: { from: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) },
  });
  const { transaction } = await getPayment(fixture.ctx(), { ...cafe, paymentId: payment.paymentId });
  expect(transaction).toMatchObject({ merchant: "corner-cafe", reference: expect.any(String) });
  const detail = await getTransaction(fixture.ctx(), { ...cafe, reference: transaction?.reference ?? "" });
  expect(detail.payments).toEqual([expect.objectContaining({ paymentId: payment.paymentId, status: "success" })]);
  const { hits } = await findAnything(fixture.ctx(), { environment, input: { q: reference } });
  expect(new Set(hits.map((hit) => hit.kind))).toEqual(new Set(["payment", "transaction"]));
});

test("declined payments are not an error of the request, and yen are sent whole", {
  meta: { slow: "The sandbox terminal takes two seconds." },
}, async () => {
  const yen = { amountMinor: 1234, currency: "JPY", terminalId: "81000102" };
  const [rejected, failed, whole] = await Promise.all([
    create({ ...sale, amountMinor: 1205 }).then((id) => ended(id)),
    create({ ...sale, amountMinor: 1206 }).then((id) => ended(id)),
    create(yen, "sakura-travel").then((id) => ended(id, "sakura-travel")),
  ]);
  expect(rejected).toMatchObject({ status: "rejected", problem: null, refundableMinor: 0 });
  expect(failed).toMatchObject({ status: "failed", problem: null, refundableMinor: 0 });
  expect(whole).toMatchObject({ status: "success", amountMinor: 1234, currency: "JPY" });
});

test("a part is refunded and polled to its end; a whole one is reversed", {
  meta: { slow: "The sandbox terminal takes two seconds for each of three operations." },
}, async () => {
  const { paymentId } = await ended(await create(sale));
  const request = { ...cafe, paymentId, idempotencyKey: crypto.randomUUID(), input: { amountMinor: 234, reason: "Returned" } };
  const { payment: refund } = await refundPayment(fixture.ctx(), request);
  expect(await ended(refund.paymentId)).toMatchObject({ kind: "refund", status: "success", originalId: paymentId });
  expect(await getPayment(fixture.ctx(), { ...cafe, paymentId })).toMatchObject({ refundableMinor: 1000 });
  const second = await ended(await create(sale));
  const reversal = { ...cafe, paymentId: second.paymentId, idempotencyKey: crypto.randomUUID(), input: {} };
  expect(await reversePayment(fixture.ctx(), reversal)).toMatchObject({ status: "reversed" });
});

test("a terminal that is not enabled is a definite refusal, shown with the gateway's message", async () => {
  await expect(create({ ...sale, terminalId: "81000624" }, "taxi-athina")).rejects.toMatchObject({ code: "gateway_forbidden" });
  const { items } = await listMerchantPayments(fixture.ctx(), { environment, merchant: "taxi-athina", input: {} });
  expect(items).toMatchObject([
    { status: "failed", problem: { rows: expect.arrayContaining([{ label: "Status", value: "403", reason: "field_status" }]) } },
  ]);
});

test("responses lost in any way are found by their reference, and nothing is sent twice", {
  meta: { slow: "The sandbox terminal takes two seconds." },
}, async () => {
  const kinds = ["drop", "drop-after", "html", "half", "empty", "malformed", "error-in-200", "error"];
  for (const kind of kinds) {
    await fixture.control("scenarios", { kind, path: "/epos/v1/payments" });
    await expect(create({ ...sale, description: kind })).rejects.toMatchObject({ code: "outcome_unknown" });
  }
  const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: { status: "unknown" } });
  expect(items.map((item) => item.description).toSorted()).toEqual(kinds.toSorted());
  const never = items.filter((item) => ["drop", "error"].includes(item.description ?? ""));
  const happened = items.filter((item) => !never.includes(item));
  const found = await Promise.all(happened.map((item) => ended(item.paymentId)));
  for (const payment of found) expect(payment).toMatchObject({ status: "success", gatewayPaymentId: expect.any(String) });
  const gateway = await fixture.ctx().gateways.forMerchant(await fixture.merchant("corner-cafe"));
  const { rows } = await gateway.listPayments({ terminalId: sale.terminalId, page: 1, pageSize: 100 });
  for (const item of items) {
    const sent = rows.filter((row) => row.referenceNumber === item.referenceNumber).length;
    expect([item.description, sent]).toEqual([item.description, never.includes(item) ? 0 : 1]);
  }
});

test("unusual responses to reads are shown unchanged, and the page stays", {
  meta: { slow: "The sandbox terminal takes two seconds." },
}, async () => {
  const paymentId = await create(sale);
  for (const kind of ["numbers-as-text", "unknown-fields"])
    await fixture.control("scenarios", { kind, path: "/epos/v1/payments" });
  expect(await ended(paymentId)).toMatchObject({ status: "success", amountMinor: 1234 });
});
