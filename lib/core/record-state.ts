import type { Money } from "./money.ts";

/** Every state that a transaction, a terminal payment or a notification can be shown in, and its tone. */
export const recordStates = {
  paid: "success",
  paid_at_terminal: "success",
  booked: "success",
  reserved: "success",
  on_its_way: "active",
  not_notified: "warning",
  not_delivered: "warning",
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
  reversal_held: "warning",
  reversal_unknown: "warning",
  reversal_in_progress: "active",
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
  refund_reversed: "warning",
  payment_or_refund: "warning",
  fee: "neutral",
  chargeback: "danger",
  charged_back: "danger",
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
  /** Of a charged back payment: what was refunded beside. */
  also: Money | null;
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

const noValues: RecordValues = {
  amount: null,
  other: null,
  also: null,
  card: null,
  delayMs: null,
  at: null,
  by: null,
  reason: null,
};

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
