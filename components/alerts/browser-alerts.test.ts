import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readShownSince, saveShownSince, showNotification, tryNotifications } from "./browser-alerts.ts";

const shown: string[] = [];
/** As in Chrome on Android while true. */
let isRefused = false;

class FakeNotification {
  static permission = "granted";
  constructor(title: string) {
    if (isRefused) throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.");
    if (FakeNotification.permission === "granted") shown.push(title);
  }
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("window", { isSecureContext: true });
  vi.stubGlobal("Notification", FakeNotification);
  shown.length = 0;
  isRefused = false;
  FakeNotification.permission = "granted";
});
afterEach(() => vi.unstubAllGlobals());

test("a browser that refuses every notification shows no alerts any more", () => {
  isRefused = true;
  saveShownSince("sandbox", "ana", "2026-11-01T00:00:00Z");
  expect(readShownSince("sandbox", "ana")).not.toBeNull();
  expect(showNotification("1 alert")).toBeNull();
  expect(readShownSince("sandbox", "ana")).toBeNull();
});

test("that it refuses them is found out before it asks for permission, and nothing is shown for that", () => {
  FakeNotification.permission = "default";
  expect(tryNotifications("A test message")).toBe(true);
  isRefused = true;
  expect(tryNotifications("A test message")).toBe(false);
  expect(shown).toEqual([]);
});

test("where it refused one before, the next one that is wanted shows whether it still does", () => {
  saveShownSince("sandbox", "ana", "2026-11-01T00:00:00Z");
  isRefused = true;
  showNotification("1 alert");
  expect(tryNotifications("A test message")).toBe(false);
  isRefused = false;
  expect(tryNotifications("A test message")).toBe(true);
  expect(readShownSince("sandbox", "ana")).not.toBeNull();
  expect(tryNotifications("A test message")).toBe(true);
  expect(shown).toEqual(["A test message"]);
});

test("a browser without notifications is not tried", () => {
  vi.stubGlobal("Notification", undefined);
  expect(tryNotifications("A test message")).toBe(false);
});
