import { expect, test } from "vitest";
import { uniqueReferences } from "./unique-references.ts";

test("duplicates are merged into the first spelling, in the order given", () => {
  expect(uniqueReferences(["b", "A", "a", "B", "c/ d"])).toEqual(["b", "A", "c/ d"]);
});

test("a dash makes another reference: no pasted reference is lost", () => {
  expect(uniqueReferences(["A-1", "A1"])).toEqual(["A-1", "A1"]);
});
