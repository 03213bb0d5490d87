import { expect, test } from "vitest";
import { asOfRows, toRowAt } from "./page-rows.ts";

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

test("what is said of the rows' age is never older than a row of a page that came later", () => {
  const page = (asOf: string, occurredAt: string) => ({ asOf, items: [{ occurredAt }] });
  const first = "2026-03-04T11:20:05.000Z";
  const later = page("2026-03-04T11:20:09.000Z", "2026-03-04T11:20:07.000Z");
  expect(asOfRows(first, [page(first, "2026-03-04T11:20:05.000Z"), undefined, later])).toBe(later.asOf);
  expect(asOfRows(first, [page("2026-03-04T11:20:09.000Z", "2026-03-04T10:00:00.000Z")])).toBe(first);
  expect(asOfRows(undefined, [later])).toBeUndefined();
});
