import { expect, test } from "vitest";
import { visitedKey, withVisited } from "./visited.ts";

test("what was opened last stands last, once, and the oldest is forgotten", () => {
  expect(withVisited(["a", "b", "c"], "a")).toEqual(["b", "c", "a"]);
  expect(withVisited(["a", "b", "c"], "d", 3)).toEqual(["b", "c", "d"]);
});

test("rows of one payment are opened together, those without a reference each for itself", () => {
  expect(visitedKey({ merchant: "cafe", reference: "R1", id: "1" })).toBe(
    visitedKey({ merchant: "cafe", reference: "R1", id: "2" }),
  );
  expect(visitedKey({ merchant: "cafe", reference: null, id: "1" })).not.toBe(
    visitedKey({ merchant: "cafe", reference: null, id: "2" }),
  );
});
