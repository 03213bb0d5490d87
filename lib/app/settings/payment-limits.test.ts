import { expect, test } from "vitest";
import { sandboxPaymentLimits } from "./payment-limits.ts";

test("only the sandbox may shorten the wait before an absence is confirmed, and a call is never limited below three seconds", async () => {
  const limits = sandboxPaymentLimits({ listingLagMs: async () => 0 });
  expect(await limits("sandbox")).toEqual({ apartMs: 0, callMs: 3_000 });
  expect(await limits("demo")).toBeUndefined();
  expect(await limits("production")).toBeUndefined();
  expect(await sandboxPaymentLimits(undefined)("sandbox")).toBeUndefined();
});

test("the sandbox uses the default limits unless changed", async () => {
  expect(await sandboxPaymentLimits({ listingLagMs: async () => 120_000 })("sandbox")).toEqual({
    apartMs: 120_000,
    callMs: 60_000,
  });
});
