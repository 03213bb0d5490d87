import { useSyncExternalStore } from "react";
import { type AlertSeverity, alertSeverities } from "#lib/contract/alert-marks.ts";

/** Whether this browser shows alerts to this account, and since when: what opened before is not shown. */
const keyOf = (environment: string, staffId: string) => `alert-notifications/${environment}/${staffId}`;

/** The time of the last alert that was shown here; null where they are off or the browser does not allow them. */
export function readShownUntil(environment: string, staffId: string): string | null {
  try {
    return hasPermission() ? localStorage.getItem(keyOf(environment, staffId)) : null;
  } catch {
    return null;
  }
}

export function saveShownUntil(environment: string, staffId: string, until: string | null): void {
  try {
    if (until === null) localStorage.removeItem(keyOf(environment, staffId));
    else localStorage.setItem(keyOf(environment, staffId), until);
  } catch {
    // A browser without storage shows none.
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

const severitiesKeyOf = (environment: string, staffId: string) => `alert-severities/${environment}/${staffId}`;

/** The severities that this browser shows; all of them until somebody chose. */
export function readShownSeverities(environment: string, staffId: string): readonly AlertSeverity[] {
  return parseSeverities(readSeveritiesText(environment, staffId));
}

function readSeveritiesText(environment: string, staffId: string): string | null {
  try {
    return localStorage.getItem(severitiesKeyOf(environment, staffId));
  } catch {
    return null;
  }
}

function parseSeverities(text: string | null): readonly AlertSeverity[] {
  return text === null ? alertSeverities : alertSeverities.filter((severity) => text.split(" ").includes(severity));
}

export function saveShownSeverities(environment: string, staffId: string, severities: readonly AlertSeverity[]): void {
  try {
    localStorage.setItem(severitiesKeyOf(environment, staffId), severities.join(" "));
  } catch {
    // A browser without storage shows none.
  }
  for (const listener of listeners) listener();
}

export function useShownSeverities(environment: string, staffId: string | undefined): readonly AlertSeverity[] {
  const text = useSyncExternalStore(
    listen,
    () => (staffId === undefined ? null : readSeveritiesText(environment, staffId)),
    () => null,
  );
  return parseSeverities(text);
}

/** Whether alerts are shown in this browser. */
export function useShowsAlerts(environment: string, staffId: string | undefined): boolean {
  return useSyncExternalStore(
    listen,
    () => staffId !== undefined && readShownUntil(environment, staffId) !== null,
    () => false,
  );
}

export function canNotify(): boolean {
  return typeof Notification === "function" && window.isSecureContext;
}

function hasPermission(): boolean {
  return canNotify() && Notification.permission === "granted";
}
