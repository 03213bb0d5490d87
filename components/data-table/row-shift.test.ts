import { expect, test } from "vitest";
import { toSeen, toShift } from "./row-shift.ts";

const rowsOf = (keys: readonly (string | undefined)[]) => ({ rowCount: keys.length, keyAt: (index: number) => keys[index] });
const around = { first: 0, size: 10, current: 2 };
const before = ["a", "b", "c", "d", "e"];
const seen = toSeen(rowsOf(before), around);

test("of what is seen the row nearest to the current one comes first, and rows on their way are none", () => {
  expect(toSeen(rowsOf(["a", undefined, "c", "d", "e"]), around).map(({ key }) => key)).toEqual(["c", "d", "a", "e"]);
});

test.each<[string, (string | undefined)[], number]>([
  ["nothing happened", before, 0],
  ["two rows came above", ["y", "z", ...before], 2],
  ["a row above went", ["b", "c", "d", "e"], -1],
  ["a row came below", ["a", "b", "c", "z", "d", "e"], 0],
  ["a row came above and the current one went", ["z", "a", "b", "d", "e"], 1],
  ["two rows came above and the current one is on its way", ["y", "z", "a", "b", undefined, undefined], 2],
  ["the list is another one", ["u", "v", "w"], 0],
  ["the list is empty", [], 0],
])("when %s", (_, now, shift) => {
  expect(toShift(seen, rowsOf(now))).toBe(shift);
});

test("where nothing was seen nothing has moved", () => {
  expect(toShift([], rowsOf(before))).toBe(0);
});
