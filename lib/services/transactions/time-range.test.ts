import { expect, test } from "vitest";
import { toTimeRange } from "./time-range.ts";

const zone = "Europe/Sofia";

test("days are whole days of the environment's zone, both included", () => {
  const range = toTimeRange({ from: "2026-03-01", to: "2026-03-01" }, zone);
  expect(range.from?.toISOString()).toBe("2026-02-28T22:00:00.000Z");
  expect(range.before?.toISOString()).toBe("2026-03-01T22:00:00.000Z");
  expect(range.days).toEqual({ from: "2026-03-01", to: "2026-03-01" });
});

test("the day the clocks change has 23 hours", () => {
  const { from, before } = toTimeRange({ from: "2026-03-29", to: "2026-03-29" }, zone);
  expect((before?.getTime() ?? 0) - (from?.getTime() ?? 0)).toBe(23 * 3_600_000);
});

test("instants are included and touch the days of the zone", () => {
  const range = toTimeRange({ from: "2026-03-01T23:30:00Z", to: "2026-03-02T22:30:00Z" }, zone);
  expect(range.before?.toISOString()).toBe("2026-03-02T22:30:00.001Z");
  expect(range.days).toEqual({ from: "2026-03-02", to: "2026-03-03" });
});

test("an end before the start is refused on its field, also within one day", () => {
  const refused = expect.objectContaining({ fields: [expect.objectContaining({ field: "to" })] });
  expect(() => toTimeRange({ from: "2026-03-02", to: "2026-03-01" }, zone)).toThrowError(refused);
  expect(() => toTimeRange({ from: "2026-03-02T12:00:00Z", to: "2026-03-02T11:00:00Z" }, zone)).toThrowError(refused);
});

test("far ends of time are the first and the last time that the database has", () => {
  for (const from of ["0001-01-01", "0000-01-01T00:00:00Z"])
    expect(toTimeRange({ from }, zone).days).toEqual({ from: "1900-01-01" });
  for (const to of ["9999-12-31", "9999-12-31T23:59:59.999Z"]) {
    expect(toTimeRange({ to }, zone).days).toEqual({ to: "9998-12-31" });
    expect(() => toTimeRange({ from: "2026-03-02", to }, zone)).not.toThrow();
  }
});

test("days of another zone are bounded there, and include the days of the environment's zone that they overlap", () => {
  const range = toTimeRange({ from: "2026-03-01", to: "2026-03-01", zone: "America/New_York" }, zone);
  expect(range.from?.toISOString()).toBe("2026-03-01T05:00:00.000Z");
  expect(range.before?.toISOString()).toBe("2026-03-02T05:00:00.000Z");
  expect(range.days).toEqual({ from: "2026-03-01", to: "2026-03-02" });
  expect([range.fromDay, range.toDay]).toEqual(["2026-03-02", "2026-03-01"]);
});

test("without dates the range is unbounded", () => {
  expect(toTimeRange({}, zone)).toEqual({ days: {} });
});

test("whole days are those with all their hours in the range", () => {
  const whole = (range: object) => {
    const { fromDay, toDay } = toTimeRange(range, zone);
    return [fromDay, toDay];
  };
  expect(whole({ from: "2026-03-01", to: "2026-03-05" })).toEqual(["2026-03-01", "2026-03-05"]);
  expect(whole({ from: "2026-02-28T22:00:00Z", to: "2026-03-05T21:59:59.999Z" })).toEqual(["2026-03-01", "2026-03-05"]);
  expect(whole({ from: "2026-02-28T22:00:00.001Z", to: "2026-03-05T12:00:00Z" })).toEqual(["2026-03-02", "2026-03-04"]);
});
