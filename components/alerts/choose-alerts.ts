import type { Alert } from "#lib/contract/alert.ts";
import { type AlertSeverity, alertSeverities } from "#lib/contract/alert-marks.ts";

/** What this browser knows: the severity of each alert that it has seen, and when it showed some of a rule and merchant. */
export type ShownAlerts = { severities: Record<string, AlertSeverity>; times: Record<string, number[]> };

export const nothingShown: ShownAlerts = { severities: {}, times: {} };

/** Of one rule and merchant; what more there is waits. */
const shownInHour = 5;
const hourMs = 3_600_000;
const knownMax = 500;

type Open = Pick<Alert, "id" | "rule" | "merchant" | "severity" | "openedAt">;
type Question = { shown: ShownAlerts; since: string; severities: readonly AlertSeverity[]; atMs: number };

/** Those of the open alerts to show now: what opened since notifications were turned on, or became more severe. */
export function chooseAlerts<Item extends Open>(open: readonly Item[], { shown, since, severities, atMs }: Question) {
  const known = new Map(Object.entries(shown.severities));
  const times = recentTimes(shown, atMs);
  const chosen: (Item & { isWorse: boolean })[] = [];
  for (const alert of open) {
    const { id, rule, merchant = "", severity } = alert;
    const before = known.get(id);
    const isWorse = before !== undefined && rankOf(severity) > rankOf(before);
    const isNew = before === undefined && alert.openedAt > since;
    if ((isWorse || isNew) && severities.includes(severity)) {
      const cause = `${rule} ${merchant}`;
      const told = times.get(cause) ?? [];
      if (told.length >= shownInHour) continue;
      times.set(cause, [...told, atMs]);
      chosen.push({ ...alert, isWorse });
    }
    // The last ones seen are kept.
    known.delete(id);
    known.set(id, severity);
  }
  const kept = { severities: Object.fromEntries([...known].slice(-knownMax)), times: Object.fromEntries(times) };
  return { chosen, shown: kept };
}

function recentTimes({ times }: ShownAlerts, atMs: number): Map<string, number[]> {
  const recent = Object.entries(times).map(([cause, shownMs]) => [cause, shownMs.filter((ms) => ms > atMs - hourMs)] as const);
  return new Map(recent.flatMap(([cause, shownMs]) => (shownMs.length === 0 ? [] : [[cause, [...shownMs]]])));
}

function rankOf(severity: AlertSeverity): number {
  return alertSeverities.indexOf(severity);
}
