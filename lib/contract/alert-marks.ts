/** Kinds of alerts. Only `genuine_refused` and `profile_contradicted` are raised so far. */
export const alertRules = [
  "genuine_refused",
  "not_checkable",
  "spool_in_use",
  "forward_failing",
  "merchant_stopped",
  "payment_unknown",
  "ledger_late",
  "certificate_ending",
  "profile_contradicted",
  "silence",
] as const;
export type AlertRule = (typeof alertRules)[number];

export const alertStatuses = ["open", "acknowledged", "resolved"] as const;
export type AlertStatus = (typeof alertStatuses)[number];
