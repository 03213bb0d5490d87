import { expect, test } from "vitest";
import type { delayBounds } from "#lib/core/payment-method.ts";
import { delayWithin, sumPayments } from "./sums.ts";

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

test("payments that are still open count neither as ended nor as gone through", () => {
  const of = (status: Parameters<typeof sumPayments>[0][number]["status"], count: number) => ({ status, count, before: 0 });
  expect(sumPayments([of("success", 5), of("reversed", 1), of("failed", 2), of("in_progress", 9), of("unknown", 3)])).toEqual({
    ended: 8,
    succeeded: 6,
  });
});
