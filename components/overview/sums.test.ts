import { expect, test } from "vitest";
import type { delayBounds } from "#lib/core/payment-method.ts";
import { delayWithin } from "./sums.ts";

const counts = (given: Partial<Record<(typeof delayBounds)[number], number>>) => ({
  ...{ 5: 0, 15: 0, 60: 0, 300: 0, 1800: 0, 7200: 0, more: 0 },
  ...given,
});

test("half and nearly all of the notifications came within a stretch", () => {
  const delays = counts({ 5: 60, 15: 30, 300: 6, more: 4 });
  expect(delayWithin(delays, 0.5)).toBe("5");
  expect(delayWithin(delays, 0.9)).toBe("15");
  expect(delayWithin(delays, 0.95)).toBe("300");
  expect(delayWithin(delays, 1)).toBe("more");
  expect(delayWithin(counts({}), 0.5)).toBeUndefined();
});
