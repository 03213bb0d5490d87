import { expect, test } from "vitest";
import { moved } from "./column-list.tsx";

const list = ["a", "b", "c", "d"];

test.each([
  [["a"], "c", false, ["b", "c", "a", "d"]],
  [["d"], "a", true, ["d", "a", "b", "c"]],
  [["a", "d"], "b", false, ["b", "a", "d", "c"]],
  [["b"], "b", true, list],
])("%j put beside %s", (items, target, isBefore, expected) => {
  expect(moved(list, { items, target, isBefore })).toEqual(expected);
});
