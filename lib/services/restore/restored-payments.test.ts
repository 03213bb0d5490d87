import { afterEach, beforeEach, expect, test } from "vitest";
import { paymentDetailState, paymentListState } from "#lib/contract/record-state.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { listMerchantPayments } from "../payments/list-payments.ts";
import { pollOpenPayments } from "../payments/poll-open-payments.ts";
import { reversePayment } from "../payments/reverse-payment.ts";
import { cafe, failureOf, newKey, openPaymentFixture, type PaymentFixture, sale } from "../payments/testing/payment-fixture.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { getRestore } from "./get-restore.ts";
import { openRestored } from "./open-restored.ts";
import { readRestored } from "./read-restored.ts";
import { restoreFixtureWithout } from "./testing/restore-fixture.ts";

let fixture: PaymentFixture;
beforeEach(async () => {
  fixture = await openPaymentFixture();
});
afterEach(() => fixture.drop());

const hourMs = 3_600_000;
const place = { environment: cafe.environment, input: {} };
const read = () => readRestored(fixture.ctx(), place);
const open = () => openRestored(fixture.ctx(), place);

const restoreWithout = (ids: readonly string[]) => restoreFixtureWithout(fixture, ids);

test("nothing is paid or refunded until the gateway's lists were read in and an administrator opened it", async () => {
  const kept = await fixture.succeeded();
  await restoreWithout([]);
  const sent = fixture.epos.changes;
  expect(await failureOf(fixture.create())).toMatchObject({ code: "money_shut" });
  expect(await failureOf(fixture.refund(kept.paymentId, 100))).toMatchObject({ code: "money_shut" });
  const reversal = { ...cafe, paymentId: kept.paymentId, idempotencyKey: newKey(), input: {} };
  expect(await failureOf(reversePayment(fixture.ctx(), reversal))).toMatchObject({ code: "money_shut" });
  expect(await failureOf(open())).toMatchObject({ code: "conflict" });
  expect(fixture.epos.changes).toBe(sent);
  expect((await read()).fence).toMatchObject({ unread: 0, problems: [], openedAt: null });
  expect(await failureOf(fixture.create())).toMatchObject({ code: "money_shut" });
  const longAgo = new Date(0);
  expect(await failureOf(openRestored(fixture.ctx({ authenticatedAt: longAgo }), place))).toMatchObject({
    code: "proof_required",
  });
  expect(await failureOf(openRestored(fixture.ctx({ role: "support" }), place))).toMatchObject({ code: "forbidden" });
  expect((await open()).fence).toMatchObject({ openedAt: expect.any(String) });
  const audited = await readAudit(fixture.ctx());
  expect(audited.map(({ act }) => act)).toContain("restore.opened");
  expect(await fixture.create()).toMatchObject({ isNew: true });
  expect(await fixture.refund(kept.paymentId, 100)).toMatchObject({ isNew: true });
});

test("a merchant whose gateway cannot be read stays shut when the others are opened, and says why", async () => {
  await fixture.succeeded();
  await restoreWithout([]);
  fixture.epos.ledger = undefined;
  expect((await read()).fence).toMatchObject({ unread: 2, problems: [{ slug: "cafe" }, { slug: "hotel" }] });
  await open();
  expect(await failureOf(fixture.create())).toMatchObject({ code: "money_shut" });
  fixture.epos.ledger = [];
  await read();
  expect(await fixture.create()).toMatchObject({ isNew: true });
});

// Otherwise a shop that repeats its request after the restore would charge the customer again.
test("a payment and a refund since the backup are found under their key and not sent again", async () => {
  const key = newKey();
  const kept = await fixture.succeeded();
  const lost = await fixture.create(sale, key);
  for (const item of fixture.epos.payments) item.status = "Success";
  const refundKey = newKey();
  const refund = await fixture.refund(kept.paymentId, 500, refundKey);
  await restoreWithout([lost.payment.paymentId, refund.payment.paymentId]);
  await read();
  await open();
  const sent = fixture.epos.changes;
  expect(await fixture.create(sale, key)).toMatchObject({
    isNew: false,
    payment: { referenceNumber: lost.payment.referenceNumber, status: "success" },
  });
  expect(await failureOf(fixture.create({ ...sale, amountMinor: 99 }, key))).toMatchObject({ code: "idempotency_mismatch" });
  const again = await fixture.refund(kept.paymentId, 500, refundKey);
  expect(again).toMatchObject({ isNew: false, payment: { referenceNumber: refund.payment.referenceNumber } });
  expect(fixture.epos.changes).toBe(sent);
});

test("a payment since the backup is found under its key where the gateway writes the typed reference in another form", async () => {
  const key = newKey();
  const typed = { ...sale, referenceNumber: "inv 1" };
  const lost = await fixture.create(typed, key);
  for (const item of fixture.epos.payments) item.reference_number = "INV-1";
  await restoreWithout([lost.payment.paymentId]);
  await read();
  await open();
  const sent = fixture.epos.changes;
  expect(await fixture.create(typed, key)).toMatchObject({ isNew: false, payment: { referenceNumber: "INV-1" } });
  expect(fixture.epos.changes).toBe(sent);
});

// Wrong: one that was read in is known here, so it would count as another payment, and the unknown one as not taken.
test("a payment that was read in clears no doubt about an unknown one", async () => {
  fixture.epos.fault = "drop_after";
  expect(await failureOf(fixture.create({ ...sale, referenceNumber: "inv 1" }))).toMatchObject({ code: "outcome_unknown" });
  for (const item of fixture.epos.payments) item.reference_number = "INV-1";
  await restoreWithout([]);
  await read();
  for (let round = 0; round < 4; round++) {
    await fixture.pass(150_000);
    await pollOpenPayments(fixture.ctx());
  }
  const { items } = await listMerchantPayments(fixture.ctx(), { ...cafe, input: { status: "unknown" } });
  expect(items).toMatchObject([{ referenceNumber: "inv 1" }]);
});

// Wrong without the fence: the payment would be refunded as a whole although a part of it was given back since the backup.
test("refunds since the backup count, also those whose payment the backup lacks or whose reference names none", async () => {
  const kept = await fixture.succeeded();
  const refund = await fixture.refund(kept.paymentId, 500);
  await restoreWithout([refund.payment.paymentId]);
  fixture.epos.payments.push({
    ...{ payment_id: "earlier-form", status: "Success", amount: { value: 200, currency_code: "EUR" } },
    ...{ terminal_id: sale.terminalId, reference_number: "CR-0000-0000-0000-0000", created_at: new Date().toISOString() },
  });
  await read();
  await read();
  await open();
  expect((await getRestore(fixture.ctx(), cafe.environment)).fence).toMatchObject({ unknownRefunds: 1 });
  expect(await failureOf(fixture.refund(kept.paymentId, 1234 - 500 - 200 + 1))).toMatchObject({ code: "invalid_input" });
  expect(await fixture.refund(kept.paymentId, 1234 - 500 - 200)).toMatchObject({ isNew: true });
});

const tillId = "till";

/** What another client did at the terminal since the backup: its list shows a sale and a refund alike. */
function addAtTill(id = tillId, status = "Success"): void {
  fixture.epos.payments.push({
    ...{ payment_id: id, status, amount: { value: 500, currency_code: "EUR" } },
    ...{ terminal_id: sale.terminalId, reference_number: "TILL-7", created_at: new Date(fixture.clock.now()).toISOString() },
  });
}

function book(sign: "Credit" | "Debit"): void {
  const id = (fixture.epos.ledger?.length ?? 0) + 1;
  fixture.epos.ledger?.push({
    ...{ id, date: new Date(fixture.clock.now()).toISOString(), payment_reference: `POSA${id}`, account_number: "50000000001" },
    ...{ transaction_type: sign === "Debit" ? "011" : "501", transaction_currency: "EUR", sign, terminal_id: sale.terminalId },
    ...{ transaction_amount: sign === "Debit" ? -5 : 5, reference_number: "TILL-7" },
  });
}

async function readTill() {
  await restoreWithout([]);
  expect((await read()).fence).toMatchObject({ unread: 0 });
  await open();
  const [listed] = (await listMerchantPayments(fixture.ctx(), { ...cafe, input: {} })).items;
  const detail = await fixture.read(listed?.paymentId ?? "");
  expect(listed && paymentListState(listed).name).toBe(paymentDetailState(detail).name);
  return detail;
}

test("a payment that was read in has lost no answer, and is not by a team member", async () => {
  addAtTill();
  book("Credit");
  const shown = await readTill();
  expect(paymentDetailState(shown).name).toBe("successful");
  expect(shown).toMatchObject({ outcome: null, refundableMinor: 500, timeline: [{ status: "success", source: "gateway" }] });
});

// Wrong: taking a refund for a payment, which can be refunded. The money would go out twice.
test.each([
  ["a refund in the ledger", "refund", ["Debit"], [tillId]],
  ["nothing in the ledger yet", "payment_or_refund", [], [tillId]],
  ["a sale and a refund in the ledger", "payment_or_refund", ["Credit", "Debit"], [tillId, "till-refund"]],
  ["a sale in the ledger, and two in the list", "payment_or_refund", ["Credit"], [tillId, "till-refund"]],
] as const)("what another client did since the backup gives no money back: %s", async (_, state, booked, ids) => {
  for (const id of ids) addAtTill(id);
  for (const sign of booked) book(sign);
  const shown = await readTill();
  expect(paymentDetailState(shown).name).toBe(state);
  expect(shown).toMatchObject({ refundableMinor: 0 });
  const sent = fixture.epos.changes;
  expect(await failureOf(fixture.refund(shown.paymentId, 500))).toMatchObject({ code: "conflict" });
  const reversal = { ...cafe, paymentId: shown.paymentId, idempotencyKey: newKey(), input: {} };
  expect(await failureOf(reversePayment(fixture.ctx(), reversal))).toMatchObject({ code: "conflict" });
  const typed = { ...sale, amountMinor: 500, referenceNumber: "TILL-7" };
  expect(await failureOf(fixture.create(typed))).toMatchObject({ code: "conflict" });
  expect(fixture.epos.changes).toBe(sent);
});

test("a payment of another client can be refunded once the ledger has its sale", async () => {
  addAtTill();
  const { paymentId } = await readTill();
  book("Credit");
  await fixture.pass(60_000);
  await listMerchantTransactions(fixture.ctx(), { ...cafe, input: {} });
  expect(await fixture.read(paymentId)).toMatchObject({ refundableMinor: 500 });
  expect(await fixture.refund(paymentId, 500)).toMatchObject({ isNew: true });
});

test("a payment that was reversed since the backup is not reversed or refunded again", async () => {
  const kept = await fixture.succeeded();
  // It was paid before the backup.
  await fixture.pass(3 * hourMs);
  await restoreWithout([]);
  await read();
  await open();
  // Reversed at the gateway by a process that died with the database.
  for (const item of fixture.epos.payments) item.status = "Reversed";
  const sent = fixture.epos.changes;
  const reversal = { ...cafe, paymentId: kept.paymentId, idempotencyKey: newKey(), input: {} };
  expect(await reversePayment(fixture.ctx(), reversal)).toMatchObject({ status: "reversed" });
  expect(await failureOf(fixture.refund(kept.paymentId, 100))).toMatchObject({ code: "conflict" });
  expect(fixture.epos.changes).toBe(sent);
});
