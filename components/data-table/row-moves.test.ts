import { expect, test } from "vitest";
import { keyOf } from "#components/shortcuts/shortcuts.ts";
import { toMove, toScrollTop } from "./row-moves.ts";

const place = { current: 5, rowCount: 100, rowsInView: 12 };

test.each([
  ["ArrowDown", 6],
  ["j", 6],
  ["ArrowUp", 4],
  ["k", 4],
  ["PageDown", 17],
  ["PageUp", 0],
  ["Home", 0],
  ["End", 99],
  ["Enter", undefined],
  ["constructor", undefined],
])("%s leads from row 5 to %s", (key, target) => {
  expect(toMove(key, place)).toBe(target);
});

test("on a layout without Latin letters the same keys move", () => {
  expect(toMove(keyOf({ key: "й", code: "KeyJ" }), place)).toBe(6);
  expect(toMove(keyOf({ key: "к", code: "KeyK" }), place)).toBe(4);
});

test("no key leads anywhere in an empty table", () => {
  expect(toMove("j", { current: 0, rowCount: 0, rowsInView: 12 })).toBeUndefined();
});

test("a row above or below the view is brought to its edge, one in it stays", () => {
  const view = { rowHeightPx: 40, topPx: 400, viewPx: 200 };
  expect(toScrollTop(9, view)).toBe(360);
  expect(toScrollTop(15, view)).toBe(440);
  expect(toScrollTop(12, view)).toBeUndefined();
});
