import { expect, test } from "vitest";
import { mondayOf } from "./days.ts";

test.each([
  ["2026-03-02", "2026-03-02"],
  ["2026-03-08", "2026-03-02"],
  ["1969-12-31", "1969-12-29"],
])("the week of %s begins on %s", (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});
