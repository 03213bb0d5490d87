import type { RecordStateName } from "./record-state.ts";

/** What nobody may promise to a caller while a record is in a state. */
export type PromiseLimit = "outcome" | "notified" | "amount" | "contested" | "held" | "refund" | "not_processed";

/** Null: what the sentence says is settled. Every state has its line, so that a new one is decided about. */
export const promiseLimits: Readonly<Record<RecordStateName, PromiseLimit | null>> = {
  ...{ paid: null, paid_at_terminal: null, booked: null, successful: null, found_later: null },
  ...{ not_charged: null, failed: null, declined: null, cancelled: null },
  ...{ rejected_reversed: null, not_verified_reversed: null },
  ...{ reversed: null, reversal: null, refunded: null, partly_refunded: null, refund: null, refund_failed: null },
  ...{ fee: null, chargeback: null, payout: null, money_in: null, money_out: null, setup_test: null, message: null },
  ...{ checking: "outcome", gateway_away: "outcome", not_found: "outcome", rejected: "outcome", not_verified: "outcome" },
  ...{ no_amount: "outcome", sending: "outcome", in_progress: "outcome", unknown: "outcome", syncing: "outcome" },
  ...{ on_its_way: "notified", not_notified: "notified", not_delivered: "notified", amount_mismatch: "amount", reserved: "held" },
  ...{ needs_review: "contested", conflict: "contested", unanswered: "contested", charged_back: "contested" },
  ...{ refund_in_progress: "refund", refund_unknown: "refund", refund_reversed: "refund" },
  refund_not_processed: "not_processed",
  payment_or_refund: "contested",
  ...{ reversal_unknown: "refund", reversal_in_progress: "refund", reversal_held: "contested" },
};
