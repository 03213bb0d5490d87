import type { Money } from "#lib/core/money.ts";
import { type NotificationFacts, notificationState } from "#lib/core/notification-state.ts";
import { paymentState } from "#lib/core/payment-state.ts";
import { type RecordState, type StoredAmount, toCard } from "#lib/core/record-state.ts";
import { recordedAmounts } from "#lib/core/recorded-amounts.ts";
import { transactionState } from "#lib/core/transaction-state.ts";
import { isSale } from "#lib/core/transaction-types.ts";
import type { Notification, NotificationDetail } from "./notification.ts";
import type { Payment, PaymentDetail } from "./payment.ts";
import type { RelatedPayment, TransactionDetail } from "./transaction.ts";

/** The row that a reference is about: its sale, else the largest booking. Its fee is never the answer. */
export function mainRow({ rows }: Pick<TransactionDetail, "rows">): TransactionDetail["rows"][number] | undefined {
  const size = (row: TransactionDetail["rows"][number]) => Math.abs(row.amountMinor ?? 0);
  const [first] = rows.toSorted((left, right) => Number(isSale(right)) - Number(isSale(left)) || size(right) - size(left));
  return first;
}

/** The terminal payment taken from here that this transaction records. */
export function ownPayment(detail: TransactionDetail): RelatedPayment | undefined {
  const row = mainRow(detail);
  return detail.payments.find(
    ({ kind, terminalId, currency, ...money }) =>
      kind === "payment" &&
      // A typed reference may be shared with a sale of another terminal.
      terminalId === row?.terminalId &&
      currency === row.currency &&
      recordedAmounts(money).some((amountMinor) => amountMinor === row.amountMinor),
  );
}

export function transactionDetailState(detail: TransactionDetail): RecordState {
  const row = mainRow(detail);
  if (!row) return { name: "syncing", values: { ...transactionState({ row: noRow }).values, at: null } };
  return transactionState({
    row,
    notification: detail.notifications.find(({ id }) => id === row.notified?.notificationId),
    mention: detail.mentions[0]?.verification,
    payment: ownPayment(detail),
  });
}

const noRow = { type: null, sign: "", amountMinor: null, currency: null, pan: null, terminalId: null, occurredAt: "" };

export function paymentDetailState(payment: PaymentDetail): RecordState {
  const verdict = payment.outcome?.verdict ?? null;
  return paymentState({ ...payment, amountMinor: payment.chargedMinor, verdict, card: paymentCard(payment) });
}

/** The same from what a list has: without the card, and refunds as one sum. */
export function paymentListState(payment: Payment): RecordState {
  const { chargedMinor, refundedMinor: amountMinor, currency, updatedAt: createdAt } = payment;
  const verdict = payment.problem?.code === "payment_not_taken" ? "did_not_happen" : null;
  const refunds = amountMinor > 0 ? [{ status: "success", amountMinor, currency, createdAt }] : [];
  return paymentState({ ...payment, amountMinor: chargedMinor, verdict, card: null, refunds });
}

/** The card of a payment as the gateway answered it. */
export function paymentCard({ fields }: Pick<PaymentDetail, "fields">): string | null {
  const fieldNamed = (wanted: string) => fields.find(({ label }) => label === wanted)?.value;
  return toCard(fieldNamed("Card") ?? null, toBrand(fieldNamed("Card scheme")));
}

type NotificationRead = NotificationFacts &
  Pick<NotificationDetail, "fields" | "timeline"> & { working: Pick<NotificationDetail["working"], "firstDifferenceDetails"> };

export function notificationDetailState(detail: NotificationRead): RecordState {
  const reasons = detail.verdict === "invalid" ? [causeOf(detail)] : detail.reasons;
  return notificationState({ ...detail, reasons, card: notificationCard(detail), booked: bookedOf(detail) });
}

/** Found only where the signature was made with an installed certificate's key, so that the content is what changed. */
const changes = new Set(["value_changed", "field_added", "fields_swapped", "space_added"]);
const faults = new Set(["signature_absent", "signature_repeated", "signature_form"]);

/** Why it was rejected: of a signature no more than what is proven. */
function causeOf({ reasons: [reason = ""], working }: NotificationRead): string {
  if (reason !== "signature") return reason;
  const found = working.firstDifferenceDetails?.reason ?? "";
  return changes.has(found) ? "changed" : faults.has(found) ? "unsigned" : reason;
}

/** The amount that a notification is shown with: of the order's Rollback where its own proves nothing; negative of a Rollback. */
export function notificationAmount({ method, givenBack, amountMinor, currency }: Notification): StoredAmount {
  if (givenBack) return givenBack;
  return { amountMinor: method === "IPCPurchaseRollback" && amountMinor !== null ? -amountMinor : amountMinor, currency };
}

/** The amount that a terminal payment is shown with: negative of a refund. */
export function paymentAmount({ kind, amountMinor, currency }: Money & { kind: string }): Money {
  return { amountMinor: kind === "refund" ? -amountMinor : amountMinor, currency };
}

/** The card that a notification names. */
export function notificationCard({ fields }: Pick<NotificationDetail, "fields">): string | null {
  const fieldOf = (wanted: string) => fields.find(({ name }) => name.toLowerCase() === wanted);
  return toCard(fieldOf("pan")?.value ?? null, toBrand(fieldOf("cardbrand")?.meaning));
}

function bookedOf({ timeline }: Pick<NotificationDetail, "timeline">): NotificationFacts["booked"] {
  const entry = timeline.find(({ booked }) => booked !== null);
  return entry?.booked ? { ...entry.booked, at: entry.isTimeEstimated ? null : entry.at } : null;
}

/** Brands are written in capitals by the gateway. */
function toBrand(text: string | null | undefined): string | null {
  if (!text || text.toLowerCase() === "unknown") return null;
  return /^[A-Z]{4,}$/.test(text) ? `${text[0]}${text.slice(1).toLowerCase()}` : text;
}
