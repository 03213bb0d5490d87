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

/** Why an alert was resolved without a person, other than that its cause ended. */
export const alertResolutions = ["grouped", "split", "rule_off"] as const;
export type AlertResolution = (typeof alertResolutions)[number];

/** Nothing else tells of these, and each costs payments: they stay on, for every merchant. A channel may leave them out. */
const alwaysOn: readonly AlertRule[] = ["genuine_refused", "merchant_stopped"];
/** About a machine of ours, not about a merchant. */
const aboutNoMerchant: readonly AlertRule[] = ["spool_in_use"];

export function mayTurnOff(rule: AlertRule): boolean {
  return !alwaysOn.includes(rule);
}

export function mayHaveExceptions(rule: AlertRule): boolean {
  return mayTurnOff(rule) && !aboutNoMerchant.includes(rule);
}

export const thresholdUnits = ["minutes", "days", "percent"] as const;

/**
 * What a rule waits for before it opens an alert. Of several values the first opens it, and each next one, which is smaller,
 * makes it more severe.
 */
export const ruleThresholds = {
  spool_in_use: { unit: "percent", usual: [80], min: 10, max: 100 },
  forward_failing: { unit: "minutes", usual: [10], min: 1, max: 1_440 },
  payment_unknown: { unit: "minutes", usual: [10], min: 1, max: 1_440 },
  ledger_late: { unit: "minutes", usual: [75], min: 75, max: 10_080 },
  certificate_ending: { unit: "days", usual: [30, 7, 1], min: 1, max: 365 },
} as const satisfies Partial<Record<AlertRule, Threshold>>;

type Threshold = { unit: (typeof thresholdUnits)[number]; usual: readonly number[]; min: number; max: number };
export type ThresholdRule = keyof typeof ruleThresholds;

export function thresholdOf(rule: AlertRule): Threshold | undefined {
  return (ruleThresholds as Partial<Record<AlertRule, Threshold>>)[rule];
}
