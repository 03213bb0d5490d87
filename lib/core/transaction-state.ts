import type { Money } from "./money.ts";
import {
  type RecordState,
  type RecordStateName,
  type RecordValues,
  type StoredAmount,
  toCard,
  toMoney,
  toState,
} from "./record-state.ts";
import { type Refund, type Returned, returnedState } from "./returned-state.ts";
import { isHeldReversal, isReservation, isSale, transactionGroup } from "./transaction-types.ts";

type Booking = StoredAmount & {
  type: string | null;
  sign: string;
  pan: string | null;
  terminalId: string | null;
  occurredAt: string;
  isTimeEstimated?: true | undefined;
};
export type Notified = {
  state: "notified" | "mismatch" | "not_notified" | "on_its_way" | "awaited" | "not_applicable";
  attempt: "paid" | "reversed" | "contested" | "unconfirmed" | null;
  /** Where the attempt is unconfirmed. */
  answered?: { status: number } | undefined;
  /** Where the attempt is unconfirmed. */
  namesAmount?: boolean | undefined;
  undelivered?: boolean | undefined;
};

export type TransactionFacts = {
  row: Booking & Returned & { notified?: Notified | undefined };
  /** The notification that belongs to the row, with what it says and how it was answered. */
  notification?: (Partial<StoredAmount> & { receivedAt: string; answered?: { status: number } | undefined }) | undefined;
  /** The result for the newest unverified notification that names it; it is no evidence. */
  mention?: "rejected" | "not_verified" | undefined;
  /** The terminal payment taken from here, and its refunds. */
  payment?: { status: string; refunds: readonly Refund[] } | undefined;
};

/** The state of a transaction from its row and from what is known beside it. */
export function transactionState({ row, notification, mention, payment }: TransactionFacts): RecordState {
  const amount = toMoney(row);
  // Nothing is said of a time that is an estimate.
  const at = row.isTimeEstimated ? null : row.occurredAt;
  const values = { amount, at };
  const { state, attempt } = row.notified ?? { state: "not_applicable", attempt: null };
  const card = toCard(row.pan);
  const sale = { ...values, card };
  if (!isSale(row) && attempt !== "reversed" && attempt !== "contested") {
    if (isReservation(row)) return toState("reserved", sale);
    if (attempt === null) return toState(bookingState(row), values);
  }
  const reason = unansweredReason(notification) ?? (notification ? null : (mention ?? null));
  const isReversed = row.givenBack?.isReversed === true || payment?.status === "reversed";
  const paid = { ...row, card, at, reason };
  const returned = returnedState(paid, { ...row, refunds: payment?.refunds ?? [], isReversed });
  if (returned) return returned;
  if (attempt === "reversed") return toState("reversed", { ...sale, reason });
  if (attempt === "contested") return toState("needs_review", sale);
  if (state === "mismatch") return toState("amount_mismatch", { ...sale, ...mismatchOf(notification, amount) });
  if (state === "on_its_way") return toState("on_its_way", sale);
  const isSilent = state === "not_notified" || (state === "awaited" && mention !== undefined);
  if (isSilent) return toState("not_notified", { ...sale, reason: mention ?? null });
  if (attempt === "unconfirmed") return toState(unconfirmedState(row.notified, notification), sale);
  const paidName = row.notified?.undelivered ? "not_delivered" : "paid";
  if (state === "notified") return toState(paidName, { ...sale, delayMs: delayOf(at, notification?.receivedAt) });
  return toState(row.terminalId === null ? "booked" : "paid_at_terminal", sale);
}

/** A notification of a reservation confirms no payment, also where the gateway books one under its reference. */
function unconfirmedState(notified: Notified | undefined, notification: TransactionFacts["notification"]): RecordStateName {
  if (unansweredReason(notification ?? notified)) return "unanswered";
  const { amountMinor } = notification ?? {};
  const namesAmount = amountMinor === undefined ? notified?.namesAmount : amountMinor !== null;
  return namesAmount ? "booked" : "no_amount";
}

function bookingState(row: Booking): RecordStateName {
  const group = isHeldReversal(row.type) ? "reversal_held" : transactionGroup(row.type);
  return row.sign === "debit" ? (group ?? "money_out") : "money_in";
}

/** Our own answer explains a reversal only where it was not OK. */
export function unansweredReason(notification: { answered?: { status: number } | undefined } | undefined): "not_ok" | null {
  const status = notification?.answered?.status;
  return status === undefined || status === 200 ? null : "not_ok";
}

function mismatchOf(notification: TransactionFacts["notification"], recorded: Money | null): Partial<RecordValues> {
  const { amountMinor = null, currency = null } = notification ?? {};
  return { amount: toMoney({ amountMinor, currency }), other: recorded };
}

/** Null where the clocks of gateway and dashboard cannot be compared. */
export function delayOf(paidAt: string | null, receivedAt: string | undefined): number | null {
  const delayMs = Date.parse(receivedAt ?? "") - Date.parse(paidAt ?? "");
  return delayMs >= 0 ? delayMs : null;
}
