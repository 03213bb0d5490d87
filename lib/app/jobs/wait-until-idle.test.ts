import { expect, test } from "vitest";
import { waitUntilIdle } from "./wait-until-idle.ts";

// Longer than a test may take: waiting for this limit fails the test.
const endless = { limitMs: 3_600_000 };

test("an idle process does not wait", async () => {
  await waitUntilIdle(endless);
});

test("a busy process waits until it is idle", async () => {
  const utilizations = [1, 0.9, 0.7, 0.1, 0];
  await waitUntilIdle({ ...endless, utilization: () => utilizations.shift() ?? 0 });
  expect(utilizations).toEqual([0]);
});

test("the wait has a limit", async () => {
  let checks = 0;
  const utilization = () => {
    checks++;
    return 1;
  };
  await waitUntilIdle({ limitMs: 120, utilization });
  expect(checks).toBeGreaterThan(0);
});
