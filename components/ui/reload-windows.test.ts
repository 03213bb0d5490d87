import { afterEach, expect, test, vi } from "vitest";
import { followReloads, reloadWindows } from "./reload-windows.ts";

afterEach(() => vi.unstubAllGlobals());

type Change = { key: string; newValue: string | null };

/** Two windows of one browser, of which the second follows; what is loaded anew is listed. */
function openTwoWindows() {
  const loaded: string[] = [];
  const listeners = new Set<(change: Change) => void>();
  const tell = (change: Change) => {
    vi.stubGlobal("location", at("/second"));
    for (const listener of listeners) listener(change);
    vi.stubGlobal("location", at("/first"));
  };
  const at = (pathname: string) => ({ pathname, search: "?q=1", replace: (address: string) => void loaded.push(address) });
  vi.stubGlobal("location", at("/first"));
  vi.stubGlobal("localStorage", {
    setItem: (key: string, newValue: string) => tell({ key, newValue }),
    removeItem: (key: string) => tell({ key, newValue: null }),
  });
  vi.stubGlobal("addEventListener", (_: string, listener: (change: Change) => void) => listeners.add(listener));
  vi.stubGlobal("removeEventListener", (_: string, listener: (change: Change) => void) => listeners.delete(listener));
  return { loaded, tell };
}

test("what the session may see changes in all windows of the browser, once each", () => {
  const { loaded, tell } = openTwoWindows();
  const stop = followReloads();
  reloadWindows();
  expect(loaded).toEqual(["/second?q=1", "/first?q=1"]);
  tell({ key: "theme", newValue: "dark" });
  stop();
  reloadWindows();
  expect(loaded).toEqual(["/second?q=1", "/first?q=1", "/first?q=1"]);
});

test("a browser without storage still loads its own window anew", () => {
  const { loaded } = openTwoWindows();
  vi.stubGlobal("localStorage", undefined);
  reloadWindows();
  expect(loaded).toEqual(["/first?q=1"]);
});
