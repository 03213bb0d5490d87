import { expect, test } from "vitest";
import { toRowCount } from "./row-count.ts";

test("what is announced is the whole list, not the part that is loaded", () => {
  const loaded = 100;
  expect(toRowCount({ loaded, hasMore: false, total: 4_322 })).toEqual({ kind: "all", count: 4_322 });
  expect(toRowCount({ loaded, hasMore: true, total: undefined })).toEqual({ kind: "more", count: 100 });
  expect(toRowCount({ loaded, hasMore: false, total: undefined })).toEqual({ kind: "all", count: 100 });
  expect(toRowCount({ loaded, hasMore: false, total: null })).toEqual({ kind: "counting" });
});
