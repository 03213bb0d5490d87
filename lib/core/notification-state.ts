import type { Money } from "./money.ts";
import { type RecordState, type StoredAmount, toMoney, toState } from "./record-state.ts";
import { type Returned, returnedState } from "./returned-state.ts";
import { delayOf, type Notified, unansweredReason } from "./transaction-state.ts";

export type NotificationFacts = StoredAmount & {
  verdict: "valid" | "invalid" | "not_checkable";
  reasons: readonly string[];
  method: string | null;
  /** The state of its payment by all messages of its order; null where it is about none. */
  state: Notified["attempt"];
  gateway: "waiting" | "confirmed" | "mismatch" | "unknown" | "unreachable" | null;
  conflict: boolean;
  answered: { status: number };
  card?: string | null;
  /** Of the gateway's record, where it is known. */
  booked?: (Money & { at: string | null }) | null;
  receivedAt: string;
  /**
   * The verified Rollback of the order that came after one that proves nothing itself; of a verified one that was not answered OK,
   * the reversal that the ledger has.
   */
  givenBack?: StoredAmount | null;
  /** The shop's system has not accepted it, although it was answered OK. */
  undelivered?: boolean | undefined;
  /** What became later of the money of its sale, as the ledger and the payments taken from here tell. */
  returned?: Returned | undefined;
};

const gatewayStates = {
  mismatch: "amount_mismatch",
  unknown: "not_found",
  waiting: "checking",
  unreachable: "gateway_away",
} as const;

/** The state of a received notification: what it proves, and what became of its payment. */
export function notificationState(facts: NotificationFacts): RecordState {
  const { verdict, method, state, gateway } = facts;
  const said = { amount: toMoney(facts), card: facts.card ?? null };
  if (verdict !== "valid") return unprovenState(facts);
  // Of a payment: when the gateway booked it, never when its notification arrived.
  const values = { ...said, at: method === "IPCPurchaseRollback" ? null : (facts.booked?.at ?? null) };
  if (method === "IPCPurchaseRollback") return toState("reversal", values);
  if (state === "reversed" || (state === "unconfirmed" && facts.givenBack))
    return toState(facts.returned?.givenBack?.isHeld ? "reversal_held" : "reversed", {
      ...values,
      reason: unansweredReason(facts),
    });
  if (state === "contested") return toState("needs_review", values);
  if (facts.conflict) return toState("conflict", values);
  if (method === "IPCSignatureVerify") return toState("setup_test", values);
  if (state === null || gateway === null) return toState("message", values);
  if (gateway !== "confirmed") return toState(gatewayStates[gateway], { ...values, other: facts.booked ?? null });
  if (method === "IPCPreAuthorizationNotify") return toState(unansweredReason(facts) ? "unanswered" : "reserved", values);
  const returned = facts.returned && returnedState({ ...facts, ...values, card: said.card }, facts.returned);
  if (returned) return returned;
  // What was not answered OK counts as no message of its order: it is not the amount that is missing.
  if (state === "unconfirmed") return toState(unansweredReason(facts) ? "unanswered" : "no_amount", values);
  return toState(facts.undelivered ? "not_delivered" : "paid", {
    ...values,
    delayMs: facts.booked ? delayOf(facts.booked.at, facts.receivedAt) : null,
  });
}

/** Where the order's money went back, only the Rollback says how much, and the card is not known. */
function unprovenState({ verdict, reasons, receivedAt, givenBack, ...facts }: NotificationFacts): RecordState {
  const reason = verdict === "invalid" ? (reasons[0] ?? null) : null;
  if (givenBack) {
    const values = { amount: toMoney(givenBack), at: receivedAt, reason };
    return toState(verdict === "invalid" ? "rejected_reversed" : "not_verified_reversed", values);
  }
  const values = { amount: toMoney(facts), card: facts.card ?? null, at: receivedAt, reason };
  return toState(verdict === "invalid" ? "rejected" : "not_verified", values);
}
