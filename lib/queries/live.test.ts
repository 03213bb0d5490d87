import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { moneyBackAfterMs } from "#lib/core/given-back.ts";
import { createLiveRefresh, type LiveRefresh } from "./live.ts";

const everyMs = 400;
let client: QueryClient;
let refresh: LiveRefresh;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  refresh = createLiveRefresh(client, { environment: "sandbox", everyMs });
});
afterEach(() => {
  refresh.stop();
  client.clear();
  vi.useRealTimers();
});

/** A list query whose response takes `takesMs`; counts its fetches and cancellations. */
async function show(queryKey: readonly string[], takesMs = 10) {
  const seen = { asked: 0, cutOff: 0 };
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    seen.asked += 1;
    signal.addEventListener("abort", () => {
      seen.cutOff += 1;
    });
    return new Promise((resolve) => setTimeout(resolve, takesMs, "rows"));
  };
  new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(takesMs);
  return seen;
}

test("the first event refetches at once the lists of its merchant and of all merchants, and nothing else", async () => {
  const cafe = await show(["sandbox", "corner-cafe", "notifications"]);
  const all = await show(["sandbox", "*", "notifications"]);
  const others = await Promise.all(
    [
      ["sandbox", "zum-anker", "notifications"],
      ["demo", "corner-cafe", "notifications"],
      ["sandbox", "corner-cafe", "payments"],
    ].map((key) => show(key)),
  );
  refresh.onChange({ merchant: "corner-cafe", type: "notification" });
  expect([cafe.asked, all.asked, ...others.map(({ asked }) => asked)]).toEqual([2, 2, 1, 1, 1]);
});

test("a flood of events is throttled, and the last event is not lost", async () => {
  const list = await show(["sandbox", "*", "merchants"]);
  for (let at = 0; at < 100; at++) {
    refresh.onChange({ merchant: "corner-cafe", type: "mirror" });
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(10 * everyMs);
  expect(list.asked).toBeLessThanOrEqual(1 + 1_000 / everyMs + 2);
  const before = list.asked;
  refresh.onChange({ merchant: "corner-cafe", type: "mirror" });
  expect(list.asked).toBe(before + 1);
});

// Otherwise the progress events of a long first sync would cancel its list repeatedly.
test("a fetch in progress is never cancelled, and is repeated once after it ended", async () => {
  const list = await show(["sandbox", "*", "transactions"], 5_000);
  refresh.onChange({ merchant: "corner-cafe", type: "mirror" });
  for (let at = 0; at < 20; at++) {
    await vi.advanceTimersByTimeAsync(100);
    refresh.onChange({ merchant: "corner-cafe", type: "mirror" });
  }
  expect(list).toEqual({ asked: 2, cutOff: 0 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(list).toEqual({ asked: 3, cutOff: 0 });
});

test("a sync refetches fees, and an open transaction only when rows of its merchant came", async () => {
  const fees = await show(["sandbox", "*", "fees"]);
  const cafe = await show(["sandbox", "corner-cafe", "transaction", "POSA1"]);
  const inn = await show(["sandbox", "zum-anker", "transaction", "POSA1"]);
  refresh.onChange({ merchant: "corner-cafe", type: "mirror", state: "run" });
  expect([fees.asked, cafe.asked, inn.asked]).toEqual([2, 1, 1]);
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  refresh.onChange({ merchant: "corner-cafe", type: "mirror", state: "rows" });
  expect([fees.asked, cafe.asked, inn.asked]).toEqual([3, 2, 1]);
});

// A row may be the transaction of any of them, or give its money back.
test.each([["payment", "1"], ["payments"], ["notification", "1"], ["notifications"], ["money-back"]])(
  "rows that came refetch %s of their merchant and of all, and a sync that only goes on does not",
  async (...kind) => {
    const cafe = await show(["sandbox", "corner-cafe", ...kind]);
    const all = await show(["sandbox", "*", ...kind]);
    const inn = await show(["sandbox", "zum-anker", ...kind]);
    refresh.onChange({ merchant: "corner-cafe", type: "mirror", state: "run" });
    await vi.advanceTimersByTimeAsync(2 * everyMs);
    expect([cafe.asked, all.asked, inn.asked]).toEqual([1, 1, 1]);
    refresh.onChange({ merchant: "corner-cafe", type: "mirror", state: "rows" });
    expect([cafe.asked, all.asked, inn.asked]).toEqual([2, 2, 1]);
  },
);

test("the rows of a long sync refetch a list every five seconds, and an event of its own at once", async () => {
  const list = await show(["sandbox", "corner-cafe", "payments"]);
  for (let at = 0; at < 90; at++) {
    refresh.onChange({ merchant: "corner-cafe", type: "mirror", state: "rows" });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(list.asked).toBe(3);
  refresh.onChange({ merchant: "corner-cafe", type: "payment" });
  await vi.advanceTimersByTimeAsync(everyMs);
  refresh.onChange({ merchant: "corner-cafe", type: "mirror", state: "rows" });
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(list.asked).toBe(4);
});

// Each fetch of a transaction calls the gateway.
test("events of a long sync refetch an open transaction at once, then every five seconds until the last one", async () => {
  const open = await show(["sandbox", "corner-cafe", "transaction", "POSA1"]);
  for (let at = 0; at < 120; at++) {
    refresh.onChange({ merchant: "corner-cafe", type: "mirror", state: at % 2 === 0 ? "rows" : "read" });
    if (at === 0) expect(open.asked).toBe(2);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(open.asked).toBe(4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open.asked).toBe(5);
  refresh.onChange({ merchant: "corner-cafe", type: "transaction" });
  expect(open.asked).toBe(6);
});

// Otherwise a page that was opened or refetched at once would go on saying that nothing went back.
test("money that went back is read again once it counts as gone back, after the page was opened and after the last event", async () => {
  const list = await show(["sandbox", "corner-cafe", "money-back"]);
  const received = await show(["sandbox", "corner-cafe", "notifications"]);
  await vi.advanceTimersByTimeAsync(2 * moneyBackAfterMs);
  expect([list.asked, received.asked]).toEqual([2, 1]);
  refresh.onChange({ merchant: "corner-cafe", type: "notification" });
  await vi.advanceTimersByTimeAsync(moneyBackAfterMs / 2);
  refresh.onChange({ merchant: "corner-cafe", type: "notification" });
  await vi.advanceTimersByTimeAsync(everyMs);
  const [atOnce, ofReceived] = [list.asked, received.asked];
  await vi.advanceTimersByTimeAsync(5 * moneyBackAfterMs);
  expect([list.asked, received.asked]).toEqual([atOnce + 2, ofReceived]);
});
