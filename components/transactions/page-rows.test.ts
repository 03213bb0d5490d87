import { expect, test } from "vitest";
import { toRowAt } from "./page-rows.ts";

const rowsOf = (pages: readonly (readonly string[] | undefined)[], { before = [] as string[], firstPage = 0 } = {}) => {
  const rowAt = toRowAt(pages, before, { rowsOfPage: 3, firstPage, keyOf: (row) => row });
  return Array.from({ length: (firstPage + pages.length) * 3 }, (_, index) => rowAt(index) ?? "-").join("");
};

test("rows stand where their pages are, and none where a page is on its way", () => {
  expect(rowsOf([["a", "b", "c"], ["d"]])).toBe("abcd--");
  expect(rowsOf([["d", "e", "f"], undefined, ["j"]], { firstPage: 1 })).toBe("---def---j--");
});

test("rows that came push those behind them into the next page before it was read again", () => {
  const before = ["a", "b", "c", "d", "e", "f", "g", "h"];
  expect(rowsOf([["z", "a", "b"], undefined, ["g", "h"]], { before })).toBe("zabcdefgh");
  expect(rowsOf([["z", "a", "b"], ["c", "d", "e"], undefined], { before })).toBe("zabcdefgh");
});

test("a page whose last row was not known before leaves the next one empty", () => {
  expect(rowsOf([["x", "y", "z"], undefined], { before: ["a", "b", "c", "d"] })).toBe("xyz---");
});
