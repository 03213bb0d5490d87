import { type RecordState, type RecordStateName, type StoredAmount, toMoney, toState } from "./record-state.ts";
import { type Refund, type Returned, returnedState } from "./returned-state.ts";

/**
 * Of what was read in after a restore under a reference that is not ours, and may be a refund which another client sent: what the
 * ledger shows it to be.
 */
export type FoundAs = "refund" | "unclear";

export type PaymentFacts = StoredAmount &
  Returned & {
    kind: "payment" | "refund";
    status: string;
    card: string | null;
    createdAt: string;
    createdBy: string | null;
    /** What the checks or staff decided where there was no clear response; null when its response was clear. */
    verdict: "happened" | "did_not_happen" | "cannot_tell" | null;
    refunds: readonly Refund[];
    foundAs?: FoundAs | undefined;
  };

/** The state of a terminal payment, or of a refund, that was sent from here. */
export function paymentState(facts: PaymentFacts): RecordState {
  const values = { amount: toMoney(facts), card: facts.card, at: facts.createdAt, by: facts.createdBy };
  const isRefund = facts.kind === "refund" || facts.foundAs === "refund";
  const name = isRefund ? refundOperationState(facts) : paymentStateName(facts);
  if (name === "reversed" && facts.givenBack?.isHeld) return toState("reversal_held", values);
  if (name !== "successful" && name !== "found_later") return toState(name, values);
  return returnedState({ ...facts, at: facts.createdAt }, facts) ?? toState(name, values);
}

function paymentStateName({ status, verdict, foundAs }: PaymentFacts): RecordStateName {
  if (foundAs) return "payment_or_refund";
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
  if (status === "reversed") return "refund_reversed";
  return verdict === "did_not_happen" ? "refund_not_processed" : "refund_failed";
}
