/** Kinds of alerts (docs/monitoring.md, "What needs attention"). */
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
  "notifications_missing",
] as const;
export type AlertRule = (typeof alertRules)[number];

export const alertStatuses = ["open", "acknowledged", "resolved"] as const;
export type AlertStatus = (typeof alertStatuses)[number];

export const alertSeverities = ["info", "warning", "critical"] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

/** Where it does not depend on the cause. Critical: payments may be given back to their customers, or are stopped. */
export const usualSeverity: Readonly<Record<AlertRule, AlertSeverity>> = {
  genuine_refused: "critical",
  not_checkable: "critical",
  spool_in_use: "warning",
  forward_failing: "warning",
  merchant_stopped: "critical",
  payment_unknown: "critical",
  ledger_late: "warning",
  certificate_ending: "info",
  profile_contradicted: "warning",
  silence: "warning",
  notifications_missing: "critical",
};
