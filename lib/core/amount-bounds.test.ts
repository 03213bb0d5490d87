import { expect, test } from "vitest";
import { toMinorBounds } from "./amount-bounds.ts";

const most = Number.MAX_SAFE_INTEGER;

test.each([
  [{ min: "100" }, 2, { low: 10_000, high: most }],
  [{ min: "100.50", max: "100.5" }, 2, { low: 10_050, high: 10_050 }],
  [{ min: "100.50", max: "102.99" }, 0, { low: 101, high: 102 }],
  [{ max: "0.0015" }, 3, { low: 0, high: 1 }],
  [{ min: "99999999999999.9" }, 2, undefined],
  [{ max: "99999999999999.9" }, 4, { low: 0, high: most }],
  [{ min: "100.2", max: "100.8" }, 0, undefined],
])("%j with %i decimals", (bounds, exponent, minor) => {
  expect(toMinorBounds(bounds, exponent)).toEqual(minor);
});
