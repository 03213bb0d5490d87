import type { Words } from "#components/language/words.ts";
import type { Tone } from "#components/ui/status-mark.tsx";
import type { AttemptState, GatewayState, Verdict } from "#lib/contract/notification.ts";
import type { RelatedNotification } from "#lib/contract/transaction.ts";

type T = Words<"notifications">;

export const verdictTones: Record<Verdict, Tone> = {
  valid: "success",
  invalid: "danger",
  // Our own fault: it never looks like a failed signature.
  not_checkable: "warning",
};

export const attemptTones: Record<AttemptState, Tone> = {
  paid: "success",
  reversed: "danger",
  contested: "warning",
  unconfirmed: "neutral",
};

export const gatewayTones: Record<GatewayState, Tone> = {
  waiting: "active",
  confirmed: "success",
  unknown: "danger",
  unreachable: "warning",
};

const methods = ["IPCPurchaseNotify", "IPCPurchaseRollback", "IPCPreAuthorizationNotify", "IPCSignatureVerify"] as const;

/** The method in words; one nobody knows as it was sent. */
export function methodName(t: T, method: string | null): string {
  const known = methods.find((each) => each === method);
  return known ? t(`methods.${known}`) : (method ?? t("noMethod"));
}

export function methodOptions(t: T): { value: string; label: string }[] {
  return methods.map((value) => ({ value, label: t(`methods.${value}`) }));
}

const reasons = ["signature", "duplicate", "layout", "method", "sid", "format", "pairs"] as const;

/** A reason of lib/notify/layout.ts in words. */
export function reasonText(t: T, reason: string): string {
  const known = reasons.find((each) => each === reason);
  return known ? t(`reasons.${known}`) : reason;
}

type Told = Pick<RelatedNotification, "method" | "verdict"> & { state?: RelatedNotification["state"] };

/** A notification in one line where it stands beside something else: "Payment, valid, reversed". */
export function notificationText(t: T, { method, verdict, state }: Told): string {
  return t("line", { method: methodName(t, method), verdict, state: state ?? "none" });
}
