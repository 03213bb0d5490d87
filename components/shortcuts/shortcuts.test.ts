import { expect, test } from "vitest";
import { isShortcut, type ShortcutName, shortcutKeys, shortcuts } from "./shortcuts.ts";

const press = (key: string, modifiers: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  ...modifiers,
});
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

test("the help names the command key as the machine does", () => {
  expect(shortcutKeys("palette", false)).toEqual(["Ctrl", "K"]);
  expect(shortcutKeys("palette", true)).toEqual(["⌘", "K"]);
  expect(shortcutKeys("preview", false)).toEqual(["Space", "p"]);
});
