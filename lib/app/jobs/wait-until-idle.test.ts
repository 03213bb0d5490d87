import { expect, test } from "vitest";
import { waitUntilIdle } from "./wait-until-idle.ts";

// Longer than a test may take: who waits for this limit fails.
const endless = { limitMs: 3_600_000 };

test("an idle process has room", async () => {
  await waitUntilIdle(endless);
});

test("a busy one is waited for until it no longer is", async () => {
  const utilizations = [1, 0.9, 0.7, 0.1, 0];
  await waitUntilIdle({ ...endless, utilization: () => utilizations.shift() ?? 0 });
  expect(utilizations).toEqual([0]);
});

test("work is not put off for ever", async () => {
  let checks = 0;
  const utilization = () => {
    checks++;
    return 1;
  };
  await waitUntilIdle({ limitMs: 120, utilization });
  expect(checks).toBeGreaterThan(0);
});
