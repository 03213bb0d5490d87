import { useSyncExternalStore } from "react";

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
