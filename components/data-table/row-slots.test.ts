import { expect, test } from "vitest";
import { toSlots } from "./row-slots.ts";

test("scrolling by a row changes one place", () => {
  expect(toSlots({ first: 0, size: 5, rowCount: 100 })).toEqual([0, 1, 2, 3, 4]);
  expect(toSlots({ first: 1, size: 5, rowCount: 100 })).toEqual([5, 1, 2, 3, 4]);
  expect(toSlots({ first: 12, size: 5, rowCount: 100 })).toEqual([15, 16, 12, 13, 14]);
});

test("no place stands for a row that there is not", () => {
  expect(toSlots({ first: 2, size: 5, rowCount: 4 })).toEqual([2, 3]);
  expect(toSlots({ first: 8, size: 5, rowCount: 4 })).toEqual([]);
});
