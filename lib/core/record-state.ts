import type { GivenBack } from "./given-back.ts";
import type { Money } from "./money.ts";
import { isSale, transactionGroup } from "./transaction-types.ts";

/** Every state that a transaction, a terminal payment or a notification can be shown in, and its tone. */
export const recordStates = {
  paid: "success",
  paid_at_terminal: "success",
  booked: "success",
  reserved: "success",
  on_its_way: "active",
  not_notified: "warning",
  no_amount: "warning",
  unanswered: "danger",
  amount_mismatch: "danger",
  not_found: "danger",
  checking: "active",
  gateway_away: "warning",
  rejected: "danger",
  not_verified: "warning",
  rejected_reversed: "danger",
  not_verified_reversed: "danger",
  reversed: "neutral",
  reversal: "neutral",
  refunded: "neutral",
  partly_refunded: "neutral",
  needs_review: "warning",
  conflict: "warning",
  setup_test: "neutral",
  message: "neutral",
  sending: "active",
  in_progress: "active",
  unknown: "warning",
  successful: "success",
  found_later: "success",
  not_charged: "neutral",
  failed: "danger",
  declined: "danger",
  cancelled: "neutral",
  refund_in_progress: "active",
  refund_unknown: "warning",
  refund: "neutral",
  refund_failed: "danger",
  refund_not_processed: "neutral",
  fee: "neutral",
  chargeback: "danger",
  payout: "neutral",
  money_in: "neutral",
  money_out: "neutral",
  syncing: "active",
} as const;
export type RecordStateName = keyof typeof recordStates;

/** What a state's sentence says beside the state; what is not known is null and left out of the sentence. */
export type RecordValues = {
  amount: Money | null;
  /** The other amount: of the gateway's record, or the whole of what was partly refunded. */
  other: Money | null;
  /** As `Visa ••2979`. */
  card: string | null;
  /** From the payment to its notification. */
  delayMs: number | null;
  at: string | null;
  by: string | null;
  /** Why, where a sentence says so: of a reversal, what became of the payment's notification; of refunds, whether `several`. */
  reason: string | null;
};
export type RecordState = { name: RecordStateName; values: RecordValues };

const noValues: RecordValues = { amount: null, other: null, card: null, delayMs: null, at: null, by: null, reason: null };

export function toState(name: RecordStateName, values: Partial<RecordValues> = {}): RecordState {
  return { name, values: { ...noValues, ...values } };
}

/** An amount as it is stored; without minor units it did not fit its currency. */
export type StoredAmount = { amountMinor: number | null; currency: string | null };

/** Without its sign: a sentence says in words where the money went. */
export function toMoney({ amountMinor, currency }: StoredAmount): Money | null {
  return amountMinor === null || currency === null ? null : { amountMinor: Math.abs(amountMinor), currency };
}

/** A card number as received, in any masking, as `••2979`; null without four last digits. */
export function toCard(pan: string | null, brand: string | null = null): string | null {
  const digits = /\d{4}$/.exec(pan?.trim() ?? "")?.[0];
  if (digits === undefined) return brand;
  return brand === null ? `••${digits}` : `${brand} ••${digits}`;
}

/** Refunds sent from here without a result yet. `isUnknown`: no answer came about one, which may have gone through. */
export type OpenRefund = { amountMinor: number; count: number; isUnknown: boolean; at: string };

type Refund = { status: string; amountMinor: number; currency: string; createdAt: string; createdBy?: string | null };

/** A refund without a result comes before all that was refunded: a second one would be too much. */
function openRefundState(paid: StoredAmount & { card: string | null }, open: OpenRefund | null = null): RecordState | undefined {
  if (open === null) return undefined;
  const amount = toMoney({ amountMinor: open.amountMinor, currency: paid.currency });
  return toState(open.isUnknown ? "refund_unknown" : "refund_in_progress", {
    ...{ card: paid.card, amount, at: open.at },
    reason: open.count > 1 ? "several" : null,
  });
}

/**
 * Only refunds that the gateway confirmed count; one under way proves nothing. Those taken from here may be among those
 * booked in the ledger, so the larger sum counts.
 */
function refundState(
  paid: StoredAmount & { card: string | null },
  refunds: readonly Refund[],
  booked?: GivenBack,
): RecordState | undefined {
  const done = refunds.filter(({ status }) => status === "success");
  const ownMinor = done.reduce((sum, refund) => sum + Math.abs(refund.amountMinor), 0);
  const bookedMinor = booked?.refundedMinor ?? 0;
  const amountMinor = Math.max(ownMinor, bookedMinor);
  const total = toMoney(paid);
  if (amountMinor === 0 || !total) return undefined;
  const last = ownMinor >= bookedMinor ? done.at(-1) : undefined;
  const values = {
    ...{ card: paid.card, amount: { ...total, amountMinor } },
    ...{ at: last?.createdAt ?? booked?.at ?? null, by: last?.createdBy ?? null },
  };
  if (amountMinor >= total.amountMinor) return toState("refunded", values);
  const isSeveral = (last ? done.length : (booked?.refunds ?? 1)) > 1;
  return toState("partly_refunded", { ...values, other: total, reason: isSeveral ? "several" : null });
}

type Booking = StoredAmount & {
  type: string | null;
  sign: string;
  pan: string | null;
  terminalId: string | null;
  occurredAt: string;
};
export type Notified = {
  state: "notified" | "mismatch" | "not_notified" | "on_its_way" | "awaited" | "not_applicable";
  attempt: "paid" | "reversed" | "contested" | "unconfirmed" | null;
  /** Where the attempt is unconfirmed. */
  answered?: { status: number } | undefined;
};

export type TransactionFacts = {
  row: Booking & { notified?: Notified | undefined; givenBack?: GivenBack | undefined; openRefund?: OpenRefund | undefined };
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
  const values = { amount, at: row.occurredAt };
  const { state, attempt } = row.notified ?? { state: "not_applicable", attempt: null };
  if (!isSale(row) && attempt === null) return toState(bookingState(row), values);
  const card = toCard(row.pan);
  const sale = { ...values, card };
  const isReversed = row.givenBack?.isReversed === true || payment?.status === "reversed";
  const reason = unansweredReason(notification) ?? (notification ? null : (mention ?? null));
  if (isReversed) return toState("reversed", { ...sale, reason });
  const paid = { ...row, card };
  const refunded = openRefundState(paid, row.openRefund) ?? refundState(paid, payment?.refunds ?? [], row.givenBack);
  if (refunded) return refunded;
  if (attempt === "reversed") return toState("reversed", { ...sale, reason });
  if (attempt === "contested") return toState("needs_review", sale);
  if (state === "mismatch") return toState("amount_mismatch", { ...sale, ...mismatchOf(notification, amount) });
  if (state === "on_its_way") return toState("on_its_way", sale);
  const isSilent = state === "not_notified" || (state === "awaited" && mention !== undefined);
  if (isSilent) return toState("not_notified", { ...sale, reason: mention ?? null });
  if (attempt === "unconfirmed")
    return toState(unansweredReason(notification ?? row.notified) ? "unanswered" : "no_amount", sale);
  if (state === "notified") return toState("paid", { ...sale, delayMs: delayOf(row.occurredAt, notification?.receivedAt) });
  return toState(row.terminalId === null ? "booked" : "paid_at_terminal", sale);
}

function bookingState(row: Booking): RecordStateName {
  const group = transactionGroup(row.type);
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

/** Null where the clocks of gateway and desk cannot be compared. */
export function delayOf(paidAt: string, receivedAt: string | undefined): number | null {
  const delayMs = Date.parse(receivedAt ?? "") - Date.parse(paidAt);
  return delayMs >= 0 ? delayMs : null;
}

export type PaymentFacts = StoredAmount & {
  kind: "payment" | "refund";
  status: string;
  card: string | null;
  createdAt: string;
  createdBy: string | null;
  /** What the checks showed after a call without a clear response; null when its response was clear. */
  verdict: "happened" | "did_not_happen" | "cannot_tell" | null;
  refunds: readonly Refund[];
  openRefund: OpenRefund | null;
};

/** The state of a terminal payment, or of a refund, that was sent from here. */
export function paymentState(facts: PaymentFacts): RecordState {
  const values = { amount: toMoney(facts), card: facts.card, at: facts.createdAt, by: facts.createdBy };
  const name = facts.kind === "refund" ? refundOperationState(facts) : paymentStateName(facts);
  if (name !== "successful" && name !== "found_later") return toState(name, values);
  return openRefundState(facts, facts.openRefund) ?? refundState(facts, facts.refunds) ?? toState(name, values);
}

function paymentStateName({ status, verdict }: PaymentFacts): RecordStateName {
  if (status === "success") return verdict === "happened" ? "found_later" : "successful";
  if (status === "failed") return verdict === "did_not_happen" ? "not_charged" : "failed";
  if (status === "rejected") return "declined";
  if (status === "canceled") return "cancelled";
  if (status === "reversed") return "reversed";
  return status === "unknown" ? "unknown" : status === "sending" ? "sending" : "in_progress";
}

function refundOperationState({ status, verdict }: PaymentFacts): RecordStateName {
  if (status === "success") return "refund";
  if (status === "unknown") return "refund_unknown";
  if (status === "sending" || status === "in_progress") return "refund_in_progress";
  return verdict === "did_not_happen" ? "refund_not_processed" : "refund_failed";
}
