import { expect, test, vi } from "vitest";
import { localTime, mondayOf } from "./days.ts";

test.each([
  ["2026-03-02", "2026-03-02"],
  ["2026-03-08", "2026-03-02"],
  ["1969-12-31", "1969-12-29"],
])("the week of %s begins on %s", (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test.each([
  ["2026-03-29T00:59:59Z", "2026-03-29", "02:59:59"],
  ["2026-03-29T01:00:00Z", "2026-03-29", "04:00:00"],
  ["2026-12-31T22:00:00Z", "2027-01-01", "00:00:00"],
  ["0999-06-01T12:00:00Z", "0999-06-01", "13:33:16"],
])("a clock in Sofia at %s shows %s %s", (instant, day, time) => {
  expect(localTime(new Date(instant), "Europe/Sofia")).toEqual({ day, time });
});

test("a day is the same in a browser that writes the month first", async () => {
  const Format = Intl.DateTimeFormat;
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function monthFirst(_locale, options) {
    return new Format("en-US", options);
  } as typeof Format);
  vi.resetModules();
  const { dayOf } = await import("./days.ts");
  expect(dayOf(new Date("2026-11-26T23:00:00Z"), "Europe/Sofia")).toBe("2026-11-27");
  vi.restoreAllMocks();
});
