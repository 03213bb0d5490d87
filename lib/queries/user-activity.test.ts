import { expect, test } from "vitest";
import { createUserActivity } from "./user-activity.ts";

test("somebody is away a minute after the last input, and back with the next one", () => {
  let nowMs = 0;
  const page = new EventTarget();
  const activity = createUserActivity(page, () => nowMs);
  nowMs = 60_000;
  expect(activity.isAway()).toBe(false);
  nowMs = 60_001;
  expect(activity.isAway()).toBe(true);
  page.dispatchEvent(new Event("keydown"));
  expect(activity.isAway()).toBe(false);
});
