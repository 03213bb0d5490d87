import { environmentManager, focusManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { openAlertsQuery } from "./alerts.ts";

const call = vi.hoisted(() => vi.fn(async () => ({ open: 0, items: [] })));
vi.mock("./call-operation.ts", () => ({ callOperation: call }));
afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  environmentManager.setIsServer(() => true);
});

test("the number of open alerts in the title of a tab that nobody looks at is read each minute", async () => {
  const client = new QueryClient();
  // Also loads the contract, which no made time waits for.
  await client.fetchQuery(openAlertsQuery("demo"));
  call.mockClear();
  vi.useFakeTimers();
  // A server repeats no query.
  environmentManager.setIsServer(() => false);
  focusManager.setFocused(false);
  const unsubscribe = new QueryObserver(client, openAlertsQuery("demo")).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(call).toHaveBeenCalledTimes(10);
  unsubscribe();
});
