import { afterEach, expect, test, vi } from "vitest";
import { isShortcut, type ShortcutName, shortcutKeys, shortcuts } from "./shortcuts.ts";

const press = (key: string, modifiers: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  ...modifiers,
});
afterEach(() => vi.unstubAllGlobals());

const names = Object.keys(shortcuts) as ShortcutName[];

test("each key and its modifiers mean one thing", () => {
  const ways = names.map((name) => shortcutKeys(name, false).join("+"));
  expect(new Set(ways).size).toBe(ways.length);
});

test("a shortcut requires exactly its modifiers", () => {
  expect(isShortcut(press("k"), "previous")).toBe(true);
  expect(isShortcut(press("k"), "palette")).toBe(false);
  expect(isShortcut(press("k", { ctrlKey: true }), "palette")).toBe(true);
  expect(isShortcut(press("K", { metaKey: true }), "palette")).toBe(true);
  expect(isShortcut(press("k", { ctrlKey: true }), "previous")).toBe(false);
  expect(isShortcut(press("k", { ctrlKey: true, altKey: true }), "palette")).toBe(false);
});

test("on a layout without Latin letters a key is the Latin letter of its place", () => {
  expect(isShortcut({ ...press("й"), code: "KeyJ" }, "next")).toBe(true);
  expect(isShortcut({ ...press("к", { ctrlKey: true }), code: "KeyK" }, "palette")).toBe(true);
  expect(isShortcut({ ...press("ш"), code: "BracketLeft" }, "navigation")).toBe(true);
  expect(isShortcut({ ...press("Й"), code: "KeyJ" }, "next")).toBe(false);
  expect(isShortcut({ ...press("й", { altKey: true }), code: "KeyJ" }, "next")).toBe(false);
  // The letters of other Latin layouts are where they are.
  expect(isShortcut({ ...press("c"), code: "KeyJ" }, "copy")).toBe(true);
  expect(isShortcut({ ...press("c"), code: "KeyJ" }, "next")).toBe(false);
  expect(isShortcut({ ...press("ü"), code: "BracketLeft" }, "navigation")).toBe(false);
});

test("a symbol may need AltGr, or Option on a Mac, and no other key does", () => {
  const altGr = { ...press("[", { ctrlKey: true, altKey: true }), getModifierState: () => true };
  expect(isShortcut(altGr, "navigation")).toBe(true);
  expect(isShortcut({ ...altGr, key: "k" }, "palette")).toBe(false);
  const alt = { ...press("[", { altKey: true }), getModifierState: () => false };
  expect(isShortcut(alt, "navigation")).toBe(false);
  vi.stubGlobal("navigator", { platform: "MacIntel" });
  expect(isShortcut(alt, "navigation")).toBe(true);
  expect(isShortcut({ ...alt, ctrlKey: true }, "navigation")).toBe(false);
  expect(isShortcut({ ...alt, key: "m" }, "merchant")).toBe(false);
});

test("the help names the command key as the machine does", () => {
  expect(shortcutKeys("palette", false)).toEqual(["Ctrl", "K"]);
  expect(shortcutKeys("palette", true)).toEqual(["⌘", "K"]);
  expect(shortcutKeys("preview", false)).toEqual(["Space", "p"]);
});
