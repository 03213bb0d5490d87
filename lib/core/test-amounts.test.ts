import { expect, test } from "vitest";
import { testAmounts, testOutcomeOf } from "./test-amounts.ts";

test("each outcome of the sandbox has an amount that is offered for it", () => {
  expect(testAmounts.map(({ outcome }) => outcome)).toEqual(["Success", "Rejected", "Failed", undefined]);
  for (const { amountMinor, outcome } of testAmounts) expect(testOutcomeOf(amountMinor)).toBe(outcome);
});

test.each([
  [1_205, "Rejected"],
  [5, "Rejected"],
  [106, "Failed"],
  [107, undefined],
  [1_250, "Success"],
  [1_270, "Success"],
])("a payment of %s ends as %s", (amountMinor, outcome) => {
  expect(testOutcomeOf(amountMinor)).toBe(outcome);
});
