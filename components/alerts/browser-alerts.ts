import { useSyncExternalStore } from "react";
import { type AlertSeverity, alertSeverities } from "#lib/contract/alert-marks.ts";
import { nothingShown, type ShownAlerts } from "./choose-alerts.ts";

const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** A browser without storage shows no alerts. */
function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

/** Whether this browser shows alerts to this account, and since when: what opened before is not shown. */
const shownSinceKey = (environment: string, staffId: string) => `alert-notifications/${environment}/${staffId}`;

/** Null where they are off or the browser does not allow them. */
export function readShownSince(environment: string, staffId: string): string | null {
  return hasPermission() ? readStored(shownSinceKey(environment, staffId)) : null;
}

/** Null turns them off. */
export function saveShownSince(environment: string, staffId: string, since: string | null): void {
  store(shownAlertsKey(environment, staffId), null);
  store(shownSinceKey(environment, staffId), since);
}

const shownAlertsKey = (environment: string, staffId: string) => `alerts-shown/${environment}/${staffId}`;

export function readShownAlerts(environment: string, staffId: string): ShownAlerts {
  try {
    return JSON.parse(readStored(shownAlertsKey(environment, staffId)) ?? "") as ShownAlerts;
  } catch {
    return nothingShown;
  }
}

export function saveShownAlerts(environment: string, staffId: string, shown: ShownAlerts): void {
  const [key, text] = [shownAlertsKey(environment, staffId), JSON.stringify(shown)];
  if (readStored(key) !== text) store(key, text);
}

const severitiesKey = (environment: string, staffId: string) => `alert-severities/${environment}/${staffId}`;

/** The severities that this browser shows; all of them until somebody chose. */
export function readShownSeverities(environment: string, staffId: string): readonly AlertSeverity[] {
  return parseSeverities(readStored(severitiesKey(environment, staffId)));
}

function parseSeverities(text: string | null): readonly AlertSeverity[] {
  return text === null ? alertSeverities : alertSeverities.filter((severity) => text.split(" ").includes(severity));
}

export function saveShownSeverities(environment: string, staffId: string, severities: readonly AlertSeverity[]): void {
  store(severitiesKey(environment, staffId), severities.join(" "));
}

export function useShownSeverities(environment: string, staffId: string | undefined): readonly AlertSeverity[] {
  const text = useSyncExternalStore(
    listen,
    () => (staffId === undefined ? null : readStored(severitiesKey(environment, staffId))),
    () => null,
  );
  return parseSeverities(text);
}

/** Whether alerts are shown in this browser. */
export function useShowsAlerts(environment: string, staffId: string | undefined): boolean {
  return useSyncExternalStore(
    listen,
    () => staffId !== undefined && readShownSince(environment, staffId) !== null,
    () => false,
  );
}

/** Set where the constructor threw: Chrome on Android has it, and lets no page call it. */
const refusedKey = "alert-notifications-refused";
const isRefused = () => readStored(refusedKey) !== null;

/** Whether this browser refused to show one. */
export function useIsRefused(): boolean {
  return useSyncExternalStore(listen, isRefused, () => false);
}

/** Null where the browser refuses to show any, which is remembered until one is shown. */
export function showNotification(title: string, options?: NotificationOptions): Notification | null {
  try {
    const notification = new Notification(title, options);
    if (isRefused()) store(refusedKey, null);
    return notification;
  } catch {
    store(refusedKey, "yes");
    return null;
  }
}

/**
 * Whether the browser shows notifications, found out by one: without permission nothing is seen of it, and with it this is needed only
 * where one was refused before.
 */
export function tryNotifications(title: string): boolean {
  if (!hasNotifications()) return false;
  return hasPermission() || showNotification(title) !== null;
}

function hasNotifications(): boolean {
  return typeof Notification === "function" && window.isSecureContext;
}

function hasPermission(): boolean {
  return hasNotifications() && !isRefused() && Notification.permission === "granted";
}
