import type { Tone } from "#components/ui/status-mark.tsx";
import type { AttemptState, GatewayState, Verdict } from "#lib/contract/notification.ts";
import type { notificationFlags } from "#lib/contract/notification-marks.ts";
import type { RelatedNotification } from "#lib/contract/transaction.ts";

type Words = { tone: Tone; text: string };

export const verdictWords: Record<Verdict, Words> = {
  valid: { tone: "success", text: "Valid" },
  invalid: { tone: "danger", text: "Invalid" },
  // Our own fault: it never looks like a failed signature.
  not_checkable: { tone: "warning", text: "Not checkable" },
};

export const attemptWords: Record<AttemptState, Words> = {
  paid: { tone: "success", text: "Paid" },
  reversed: { tone: "danger", text: "Reversed" },
  contested: { tone: "warning", text: "Contested" },
  unconfirmed: { tone: "neutral", text: "Unconfirmed" },
};

export const gatewayWords: Record<GatewayState, Words> = {
  waiting: { tone: "active", text: "Looking" },
  confirmed: { tone: "success", text: "Confirmed" },
  unknown: { tone: "danger", text: "Unknown" },
  unreachable: { tone: "warning", text: "Not reachable" },
};

export const flagWords: Record<(typeof notificationFlags)[number], string> = {
  unknown: "Unknown to the gateway",
  mismatch: "Amount differs from the ledger",
  contested: "Contested: needs a person",
  reversed: "Reversed",
  conflict: "Contradicts another",
  repeated: "Came more than once",
};

const methodWords: Record<string, string> = {
  IPCPurchaseNotify: "Payment",
  IPCPurchaseRollback: "Rollback",
  IPCPreAuthorizationNotify: "Pre-authorisation",
  IPCSignatureVerify: "Test of the set-up",
};

/** The method in words; one nobody knows as it was sent. */
export function methodName(method: string | null): string {
  return method === null ? "No method" : (methodWords[method] ?? method);
}

export const methodOptions = Object.entries(methodWords).map(([value, label]) => ({ value, label }));

/** Reasons of lib/notify/layout.ts in words. */
export const reasonWords: Record<string, string> = {
  signature: "The signature does not fit the values.",
  duplicate: "A name stands more than once.",
  layout: "The names are not those, or not in the order, that the signature can be trusted for.",
  method: "This method does not belong to this address.",
  sid: "The SID is not this merchant's store.",
  format: "A value does not have the form it must have.",
  pairs: "There are too many fields, or none.",
};

/** A notification in one line where it stands beside something else: "Payment, valid, reversed". */
export function notificationText({ method, verdict, state }: Pick<RelatedNotification, "method" | "verdict" | "state">): string {
  const outcome = state ? `, ${attemptWords[state].text.toLowerCase()}` : "";
  return `${methodName(method)}, ${verdictWords[verdict].text.toLowerCase()}${outcome}`;
}
