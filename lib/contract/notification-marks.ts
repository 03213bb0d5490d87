export const verdicts = ["valid", "invalid", "not_checkable"] as const;

/** Marks of notifications for the list's filter. `unknown`: the gateway has no such record; `genuine_refused`: signed by the gateway, rejected by our rules. */
export const notificationFlags = [
  "conflict",
  "repeated",
  "reversed",
  "contested",
  "mismatch",
  "unknown",
  "genuine_refused",
] as const;

/**
 * Why a payment's notification was not answered OK. `shop_silent`: the shop did not answer, or not in time; `on_purpose`: somebody
 * made the sandbox's URL_Notify fail; `signature`: it fits no installed certificate; `content`: another of our rules.
 */
export const moneyBackReasons = [
  "shop_refused",
  "shop_silent",
  "certificate",
  "signature",
  "field_order",
  "format",
  "content",
  "on_purpose",
] as const;
export type MoneyBackReason = (typeof moneyBackReasons)[number];

/** The shortest reason for the audit log. */
export const reasonMin = 3;
