import { expect, test } from "vitest";
import { niceTicks } from "./nice-ticks.ts";

test.each([
  [
    [18_020, 37_410],
    [0, 10_000, 20_000, 30_000, 40_000],
  ],
  [
    [500, -1_200],
    [-1_500, -1_000, -500, 0, 500],
  ],
  [
    [0, 3],
    [0, 1, 2, 3],
  ],
  [[0], [0, 1]],
  [[], [0, 1]],
  [[99_999_999_999], [0, 25_000_000_000, 50_000_000_000, 75_000_000_000, 100_000_000_000]],
])("an axis of %j has the ticks %j", (values, ticks) => {
  expect(niceTicks(values)).toEqual(ticks);
});

test("an axis covers its values in few steps, whatever they are", () => {
  for (let size = 1; size < 1e15; size *= 3) {
    for (const values of [[size], [-size], [size, -size / 7], [Math.round(size / 3), size]]) {
      const ticks = niceTicks(values);
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, ...values));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values));
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(ticks.includes(0)).toBe(true);
    }
  }
});
