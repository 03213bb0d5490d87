import { expect, test } from "vitest";
import { sandboxPaymentLimits } from "./payment-limits.ts";

test("only the sandbox may shorten the wait for proof, and never a call below three seconds", async () => {
  const limits = sandboxPaymentLimits({ listingLagMs: async () => 0 });
  expect(await limits("sandbox")).toEqual({ apartMs: 0, callMs: 3_000 });
  expect(await limits("demo")).toBeUndefined();
  expect(await limits("production")).toBeUndefined();
  expect(await sandboxPaymentLimits(undefined)("sandbox")).toBeUndefined();
});

test("the sandbox as it comes keeps the usual limits", async () => {
  expect(await sandboxPaymentLimits({ listingLagMs: async () => 120_000 })("sandbox")).toEqual({
    apartMs: 120_000,
    callMs: 60_000,
  });
});
