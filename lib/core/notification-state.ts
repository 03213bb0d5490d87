import type { Money } from "./money.ts";
import {
  delayOf,
  type Notified,
  type RecordState,
  type StoredAmount,
  toMoney,
  toState,
  unansweredReason,
} from "./record-state.ts";

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
  booked?: (Money & { at: string }) | null;
  receivedAt: string;
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
  const arrived = { ...said, at: facts.receivedAt };
  if (verdict === "invalid") return toState("rejected", { ...arrived, reason: facts.reasons[0] ?? null });
  if (verdict === "not_checkable") return toState("not_verified", arrived);
  // Of a payment: when the gateway booked it, never when its notification arrived.
  const values = { ...said, at: method === "IPCPurchaseRollback" ? null : (facts.booked?.at ?? null) };
  if (method === "IPCPurchaseRollback") return toState("reversal", values);
  if (state === "reversed") return toState("reversed", { ...values, reason: unansweredReason(facts) });
  if (state === "contested") return toState("needs_review", values);
  if (facts.conflict) return toState("conflict", values);
  if (method === "IPCSignatureVerify") return toState("setup_test", values);
  if (state === null || gateway === null) return toState("message", values);
  if (gateway !== "confirmed") return toState(gatewayStates[gateway], { ...values, other: facts.booked ?? null });
  if (method === "IPCPreAuthorizationNotify") return toState("reserved", values);
  if (state === "unconfirmed") return toState("no_amount", values);
  return toState("paid", { ...values, delayMs: facts.booked ? delayOf(facts.booked.at, facts.receivedAt) : null });
}
