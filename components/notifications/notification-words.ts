import type { Words } from "#components/language/words.ts";
import type { Tone } from "#components/ui/status-mark.tsx";
import type { AttemptState, GatewayState, RelatedNotification, Verdict } from "#lib/contract/notification.ts";

type T = Words<"notifications">;

/** Outcome of a payment; `says_paid`: the notification says so, but the gateway's own record was not found. */
export type PaymentState = AttemptState | "says_paid";

export const gatewayTones: Record<GatewayState, Tone> = {
  waiting: "active",
  confirmed: "success",
  mismatch: "danger",
  unknown: "warning",
  unreachable: "warning",
};

type Checked = { verdict: Verdict; gateway: GatewayState | null };
export type Standing = Verdict | Exclude<GatewayState, "confirmed">;

/** The worst of the three checks: the signature, our rules and the gateway's own record. */
export function standingOf({ verdict, gateway }: Checked): Standing {
  return verdict === "valid" && gateway !== null && gateway !== "confirmed" ? gateway : verdict;
}

/** Only the gateway's own record makes a payment paid; a record of another amount shows as the standing. */
export function paymentStateOf(item: { state: AttemptState; gateway: GatewayState | null }): PaymentState {
  const isPending = item.gateway === "waiting" || item.gateway === "unknown" || item.gateway === "unreachable";
  return item.state === "paid" && isPending ? "says_paid" : item.state;
}

const methods = ["IPCPurchaseNotify", "IPCPurchaseRollback", "IPCPreAuthorizationNotify", "IPCSignatureVerify"] as const;

/** The method as text; an unknown one is shown as received. */
export function methodName(t: T, method: string | null): string {
  const known = methods.find((entry) => entry === method);
  return known ? t(`methods.${known}`) : (method ?? t("noMethod"));
}

/** The sentence of a payment or reversal says what it means. */
const toldMethods = new Set<string | null>(["IPCPurchaseNotify", "IPCPurchaseRollback"]);

/** What a method means for the caller: a key of messages/caller. */
export function methodMeaning(method: string | null): string | undefined {
  if (toldMethods.has(method)) return undefined;
  return `method.${methods.find((entry) => entry === method) ?? "other"}`;
}

export function methodOptions(t: T): { value: string; label: string }[] {
  return methods.map((value) => ({ value, label: t(`methods.${value}`) }));
}

const reasons = ["signature", "duplicate", "layout", "method", "sid", "format", "pairs"] as const;

/** A reason of lib/notifications/verification/accepted-names.ts as text. */
export function reasonText(t: T, reason: string): string {
  const known = reasons.find((entry) => entry === reason);
  return known ? t(`reasons.${known}`) : reason;
}

type Told = Pick<RelatedNotification, "method" | "verdict" | "gateway"> & { state?: RelatedNotification["state"] };

/** A notification in one line, for use beside something else: "Payment, valid, reversed". */
export function notificationText(t: T, { method, verdict, gateway, state }: Told): string {
  const payment = state ? paymentStateOf({ state, gateway }) : "none";
  return t("line", { method: methodName(t, method), standing: standingOf({ verdict, gateway }), state: payment });
}
