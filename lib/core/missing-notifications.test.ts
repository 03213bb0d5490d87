import { expect, test } from "vitest";
import { findMissing, learnNotifications } from "./missing-notifications.ts";

const times = (count: number, isNotified: boolean) => Array<boolean>(count).fill(isNotified);
/** Every `nth` sale has no notification. */
const without = (count: number, nth: number) => Array.from({ length: count }, (_, index) => index % nth !== nth - 1);
const days = { days: 60, knownDays: 60 };
function learn(notified: readonly boolean[], history = days) {
  const usual = learnNotifications({ notified, ...history });
  if (!usual) throw new Error("notifications are not usual");
  return usual;
}

test("a merchant with ten sales a day: seven in a row without a notification, never two, and it ends with three that have one", () => {
  const usual = learn(times(600, true));
  const missing = (count: number, more: readonly boolean[] = []) =>
    findMissing(usual, [...times(40, true), ...times(count, false), ...more]);
  const fromCount = Array.from({ length: 12 }, (_, count) => count).find((count) => missing(count).since !== undefined);
  expect(fromCount).toBe(7);
  expect(missing(2)).toMatchObject({ since: undefined, count: 0, missedUntilAlert: 5 });
  expect(missing(9)).toMatchObject({ since: 40, count: 9 });
  expect([missing(500, times(1, true)), missing(500, times(4, true))].map(({ since }) => since)).toEqual([40, undefined]);
});

test("half of the sales without one are too many where nearly all have one, and usual where only half have", () => {
  const half = without(60, 2);
  expect(findMissing(learn(times(600, true)), half).since).toBeDefined();
  const mixed = Array.from({ length: 600 }, (_, index) => index % 5 < 3);
  expect(findMissing(learn(mixed), mixed.slice(0, 300)).since).toBeUndefined();
});

test("where more have none, more have to be missing", () => {
  const counts = [10, 4, 3].map((nth) => findMissing(learn(without(600, nth)), [true]).missedUntilAlert);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(new Set(counts).size).toBe(3);
});

test("a shop without notifications at weekends is usual; an outage in the history is not", () => {
  const weeks = Array.from({ length: 12 }, () => [...times(50, true), ...times(20, false)]).flat();
  expect(findMissing(learn(weeks), [...times(50, true), ...times(25, false)]).since).toBeUndefined();
  const outage = [...times(300, true), ...times(60, false), ...times(300, true)];
  expect(findMissing(learn(outage), [true]).missedUntilAlert).toBe(findMissing(learn(times(600, true)), [true]).missedUntilAlert);
});

test.each([
  ["49 sales", times(49, true), days],
  ["13 days", times(600, true), { days: 13, knownDays: 13 }],
  ["fewer than half notified", [...without(600, 3).map((isNotified) => !isNotified), true], days],
  ["none notified", times(600, false), days],
])("nothing is usual with %s", (_, notified, history) => {
  expect(learnNotifications({ notified, ...history })).toBeUndefined();
});

test("what is missing at the end of the history is not usual yet", () => {
  expect(learn([...times(600, true), ...times(30, false)]).missedAfterMissed).toBe(learn(times(600, true)).missedAfterMissed);
});
