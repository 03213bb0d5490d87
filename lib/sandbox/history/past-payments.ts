import { createHash } from "node:crypto";
import { bookDebit } from "../epos/book-payment.ts";
import { addPayments, outcomeOf, type Payment, type PaymentStatus } from "../epos/payment-state.ts";
import { toBooking } from "../epos/settle-payment.ts";
import { toWirePayment } from "../epos/wire-payment.ts";
import { type LedgerRow, rowTime } from "../ledger/ledger-row.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { merchantProfiles } from "../merchants.ts";
import type { World } from "../world.ts";
import { toMinor } from "./past-sales.ts";

/** A payment at a terminal that ended long ago, as this gateway answers about it. */
export type PastPayment = {
  slug: string;
  id: string;
  status: Exclude<PaymentStatus, "InProgress">;
  isRefund: boolean;
  /** Of a refund: the payment it refunds. */
  originalId: string | null;
  amountMinor: number;
  currency: string;
  terminalId: string;
  referenceNumber: string;
  createdAt: number;
  /** When it succeeded or failed. */
  settledAt: number;
  /** When it got its last status. */
  endedAt: number;
  record: Record<string, unknown>;
};

/** The reference that the dashboard generates for a payment or refund of this key. */
export type ReferenceOf = (kind: "payment" | "refund", key: string) => string;

type Past = { profile: MerchantProfile; payment: Payment; originalId: string | null; settledAt: number };
type Range = { fromMs: number; toMs: number };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const [samplesMax, paymentsMax] = [2_000, 70];

/** Books what the past payments add to the computed ledger, and stores them as this gateway's payments. May be repeated. */
export async function bookPastPayments(world: World, range: Range, referenceOf: ReferenceOf): Promise<void> {
  const past = await listPast(world, range, referenceOf);
  for (const { profile, payment } of past) {
    const at = atTime(world, payment.updatedAt);
    if (payment.status === "Reversed") await bookDebit(at, profile, toBooking(payment), "036");
    if (payment.isRefund) await bookDebit(at, profile, toBooking(payment), "011");
  }
  await addPayments(
    world,
    past.map(({ payment }) => payment),
  );
}

/** The same payments for the dashboard, oldest first; each refund after its payment. */
export async function listPastPayments(world: World, range: Range, referenceOf: ReferenceOf): Promise<PastPayment[]> {
  const past = await listPast(world, range, referenceOf);
  return past.map(({ payment, originalId, settledAt }) => ({
    slug: payment.slug,
    id: payment.id,
    status: payment.status as PastPayment["status"],
    isRefund: payment.isRefund,
    originalId,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    terminalId: payment.terminalId,
    referenceNumber: payment.referenceNumber ?? "",
    createdAt: payment.createdAt,
    settledAt,
    endedAt: payment.updatedAt,
    record: toWirePayment(payment, world.settings.paymentOffsetMinutes),
  }));
}

/** A clock that no request reaches: what is booked with it is booked at that time. */
function atTime(world: World, atMs: number): World {
  const ledgerOf = async (profile: MerchantProfile) => {
    const ledger = await world.ledgerOf(profile);
    return { ...ledger, book: (rows: Parameters<typeof ledger.book>[0]) => ledger.book(rows, atMs) };
  };
  return { ...world, now: () => atMs, ledgerOf };
}

async function listPast(world: World, range: Range, referenceOf: ReferenceOf): Promise<Past[]> {
  const past: Past[] = [];
  for (const profile of merchantProfiles.slice(0, world.merchantCount)) {
    if (profile.refused) continue;
    const computed = (await world.ledgerOf(profile)).computed({ ...range, sampleMax: samplesMax });
    const sales = [...computed].filter((row) => isTerminalSale(profile, row));
    const step = Math.ceil(sales.length / paymentsMax);
    const chosen = sales.filter((_, index) => index % step === 0);
    past.push(...chosen.flatMap((row, index) => toPayments(profile, row, { index, range, referenceOf })));
  }
  return past.sort((left, right) => left.payment.createdAt - right.payment.createdAt);
}

/** One with a merchant's reference, which is how a payment is found in the ledger, and an amount that succeeds. */
function isTerminalSale({ terminals }: MerchantProfile, row: LedgerRow): boolean {
  const { transaction_currency: currency, original_currency: original, sign, transaction_amount: amount } = row;
  if (sign !== "Credit" || row.reference_number === null || row.payment_reference === null || original !== currency) return false;
  const terminal = terminals.find(({ terminalId }) => terminalId === row.terminal_id);
  return terminal?.enabled === true && outcomeOf({ amountMinor: toMinor(amount, currency) }) === "Success";
}

type Choice = { index: number; range: Range; referenceOf: ReferenceOf };

/** The payment of a sale and, for some, what came before or after it: failed attempts, a reversal, a refund. */
function toPayments(profile: MerchantProfile, row: LedgerRow, { index, range, referenceOf }: Choice): Past[] {
  const paid = toPayment(profile, row);
  const past: Past[] = [{ profile, payment: paid, originalId: null, settledAt: paid.updatedAt }];
  const attempt = (status: "Rejected" | "Failed" | "Canceled", ending: number) => {
    const id = toId(`${status} ${paid.id}`);
    const at = paid.createdAt - 2 * minuteMs;
    const amountMinor = Math.floor(paid.amountMinor / 100) * 100 + ending;
    const payment = { ...paid, id, status, amountMinor, createdAt: at, updatedAt: at + 9_000, settlesAt: at + 9_000 };
    const own = { referenceNumber: referenceOf("payment", id), paymentReference: `POSA${id.slice(0, 12).toUpperCase()}` };
    past.push({ profile, payment: { ...payment, ...own }, originalId: null, settledAt: payment.updatedAt });
  };
  if (index % 8 === 1) attempt("Rejected", 5);
  if (index % 16 === 5) attempt("Failed", 6);
  if (index % 16 === 9) attempt("Canceled", 90);
  const reversedAt = paid.updatedAt + 10 * minuteMs;
  if (index % 12 === 3 && reversedAt < range.toMs) Object.assign(paid, { status: "Reversed", updatedAt: reversedAt });
  const refundedAt = paid.updatedAt + 20 * hourMs;
  if (index % 10 === 7 && paid.status === "Success" && refundedAt < range.toMs) {
    const id = toId(`refund ${paid.id}`);
    const amountMinor =
      outcomeOf({ amountMinor: Math.ceil(paid.amountMinor / 2) }) === "Success"
        ? Math.ceil(paid.amountMinor / 2)
        : paid.amountMinor;
    const times = { createdAt: refundedAt - 3_000, updatedAt: refundedAt, settlesAt: refundedAt };
    const own = { referenceNumber: referenceOf("refund", id), paymentReference: `POSA${id.slice(0, 12).toUpperCase()}` };
    const refund: Payment = { ...paid, id, isRefund: true, amountMinor, ...times, ...own };
    past.push({ profile, payment: refund, originalId: paid.id, settledAt: refundedAt });
  }
  return past;
}

function toPayment(profile: MerchantProfile, row: LedgerRow): Payment {
  const at = rowTime(row);
  // The description begins with descriptor and number, as in compose-row.ts.
  const stan = (row.description ?? "").slice(profile.descriptor.length + 3, profile.descriptor.length + 9);
  return {
    id: toId(row.payment_reference ?? ""),
    slug: profile.slug,
    status: "Success",
    amountMinor: toMinor(row.transaction_amount, row.transaction_currency),
    tipMinor: 0,
    currency: row.transaction_currency,
    terminalId: row.terminal_id ?? "",
    referenceNumber: row.reference_number,
    description: null,
    operatorCode: null,
    isRefund: false,
    createdAt: at - 3_000,
    updatedAt: at,
    settlesAt: at,
    stan,
    lastDigits: (row.pan ?? "").slice(1),
    paymentReference: row.payment_reference ?? "",
  };
}

/** As long as the ids of other payments, and always the same. */
function toId(key: string): string {
  return createHash("sha256").update(`history ${key}`).digest("hex").slice(0, 24);
}
