import { dayMs } from "#lib/core/days.ts";
import { zoneSpreadMs } from "#lib/core/gateway-zone.ts";
import { recordedAmounts } from "#lib/core/recorded-amounts.ts";
import { findLastReadOfDay } from "#lib/db/ledger-sync/ledger-reads.ts";
import { listSentPayments, type SentPaymentRow } from "#lib/db/payments/payment-times.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import { clockTime, noteListingLag, noteZone, orLog, type TimePlace, type TimePorts } from "../../profile/note-times.ts";
import { isOwnReference } from "./generate-reference.ts";

/** A payment taken later than this after it was sent is ignored: it may have waited at the terminal. */
const sureWithinMs = 2 * 60_000;
const clocksApartMs = 60_000;
/** Payments are compared for two days; a row's time may be in another zone. */
const recentMs = 2 * dayMs + zoneSpreadMs;
/** A row listed this early was not late, whether or not an earlier reading lacked it. */
const soonMs = 60_000;

/** Compares the gateway's creation time of a payment with the time we sent it. Never throws. */
export async function noteCreatedAt(ports: TimePorts, payment: PaymentRow, answer: GatewayPayment): Promise<void> {
  const text = answer.createdAtText;
  if (text === null) return;
  const { createdAt: at } = payment;
  const evidence = `payment sent ${clockTime(at)}, created_at ${text.slice(0, 40)}`;
  const seen = [{ text, at, withinMs: sureWithinMs }];
  await orLog(ports, () => noteZone(ports, payment, { question: "payment_zone", seen, evidence }));
}

/** Compares newly listed transactions with our own payments. Never throws. */
export async function noteListedRows(ports: TimePorts, place: TimePlace, rows: readonly NewTransaction[]): Promise<void> {
  const recent = rows.filter(({ occurredAt, readAt }) => Math.abs(readAt.getTime() - occurredAt.getTime()) <= recentMs);
  const references = recent.flatMap(({ referenceNumber }) => referenceNumber ?? []);
  if (references.length === 0) return;
  await orLog(ports, async () => {
    for (const payment of await listSentPayments(ports.db, { merchantId: place.merchantId, references })) {
      const [row, another] = recent.filter((item) => isRowOf(item, payment));
      if (!row || another) continue;
      await noteRowTime(ports, place, { row, payment });
      await noteRowLag(ports, place, { row, payment });
    }
  });
}

type Listed = { row: NewTransaction; payment: SentPaymentRow };

/** A typed reference may be shared with other sales: terminal and amount must match the payment. */
function isRowOf({ referenceNumber, sign, ...row }: NewTransaction, payment: SentPaymentRow): boolean {
  if (referenceNumber !== payment.referenceNumber || sign !== (payment.kind === "refund" ? "debit" : "credit")) return false;
  const isSameMoney = row.currency === payment.currency && recordedAmounts(payment).includes(Math.abs(row.amountMinor ?? 0));
  return isOwnReference(referenceNumber) || (isSameMoney && row.terminalId === payment.terminalId);
}

/** It was booked after it was sent, and before its success was known. */
async function noteRowTime(ports: TimePorts, place: TimePlace, { row, payment }: Listed): Promise<void> {
  const fromMs = payment.createdAt.getTime();
  const toMs = Math.min(row.readAt.getTime(), payment.succeededAt?.getTime() ?? Number.POSITIVE_INFINITY);
  if (toMs < fromMs || toMs - fromMs > sureWithinMs) return;
  const seen = [{ text: row.occurredAtText, at: new Date((fromMs + toMs) / 2), withinMs: (toMs - fromMs) / 2 + clocksApartMs }];
  const evidence = `payment sent ${clockTime(payment.createdAt)}, date ${row.occurredAtText.slice(0, 40)}`;
  await noteZone(ports, place, { question: "zone", seen, evidence });
}

async function noteRowLag(ports: TimePorts, place: TimePlace, { row, payment }: Listed): Promise<void> {
  const { succeededAt } = payment;
  if (!succeededAt) return;
  const lastRead = await findLastReadOfDay(ports.db, { merchantId: place.merchantId, day: row.day });
  const wasLacking = lastRead !== undefined && lastRead > succeededAt;
  const isSoon = row.readAt.getTime() - succeededAt.getTime() <= soonMs;
  if (wasLacking || isSoon) await noteListingLag(ports, place, { from: succeededAt, listed: row.readAt });
}
