export const verdicts = ["valid", "invalid", "not_checkable"] as const;

/** What a notification stands out by, as the list is filtered. `unknown`: the gateway has no such record; `genuine_refused`: signed by the gateway, refused by our rules. */
export const notificationFlags = [
  "conflict",
  "repeated",
  "reversed",
  "contested",
  "mismatch",
  "unknown",
  "genuine_refused",
] as const;
