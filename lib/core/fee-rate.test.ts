import { expect, test } from "vitest";
import { toPercentText } from "./fee-rate.ts";

test.each([
  [125, 10_000, "1.25"],
  [1, 3, "33.33"],
  [2, 3, "66.67"],
  // Half a hundredth is rounded away from zero.
  [1, 20_000, "0.01"],
  [-1, 20_000, "-0.01"],
  [0, 500, "0.00"],
  [7, 1, "700.00"],
  // A division of numbers would be off at this size.
  [90_071_992_547_409, 9_007_199_254_740_991, "1.00"],
])("%i of %i is %s %", (feeMinor, saleMinor, text) => {
  expect(toPercentText({ feeMinor, saleMinor })).toBe(text);
});

test("nothing has no rate", () => {
  expect(toPercentText({ feeMinor: 5, saleMinor: 0 })).toBeUndefined();
});
