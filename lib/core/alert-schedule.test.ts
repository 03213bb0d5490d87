import { expect, test } from "vitest";
import { isDue, isQuiet } from "./alert-schedule.ts";

const at = (text: string) => new Date(`${text}Z`);

test("quiet hours are those of the person's zone, over midnight too", () => {
  const night = { from: "22:00", until: "07:00" };
  const quiet = (text: string, zone = "Europe/Berlin") => isQuiet(night, at(text), zone);
  // Berlin is an hour ahead in winter and two in summer.
  expect(["2026-01-10T20:59", "2026-01-10T21:00", "2026-01-11T05:59", "2026-01-11T06:00"].map((text) => quiet(text))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(["2026-07-10T19:59", "2026-07-10T20:00", "2026-07-11T05:00"].map((text) => quiet(text))).toEqual([false, true, false]);
  expect(quiet("2026-01-10T21:30", "America/New_York")).toBe(false);
  const noon = { from: "12:00", until: "13:00" };
  expect(["11:59", "12:00", "12:59", "13:00"].map((time) => isQuiet(noon, at(`2026-01-10T${time}`), "UTC"))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(isQuiet(null, at("2026-01-10T03:00"), "UTC")).toBe(false);
});

test("a digest is due once an hour or once a day, also when its minute was missed", () => {
  const daily = { sends: "daily", digestAt: "08:00", zone: "Europe/Berlin" } as const;
  const due = (now: string, last: string | null) => isDue({ ...daily, digestedAt: last === null ? null : at(last) }, at(now));
  expect([due("2026-01-10T06:59", "2026-01-09T07:00"), due("2026-01-10T07:00", "2026-01-09T07:00")]).toEqual([false, true]);
  expect([due("2026-01-10T09:30", "2026-01-10T07:00"), due("2026-01-12T18:00", "2026-01-09T07:00")]).toEqual([false, true]);
  expect(due("2026-01-10T07:30", null)).toBe(true);
  const hourly = { sends: "hourly", digestAt: "08:00", zone: "UTC" } as const;
  const dueAt = (now: string, last: string) => isDue({ ...hourly, digestedAt: at(last) }, at(now));
  expect([dueAt("2026-01-10T07:59", "2026-01-10T07:00"), dueAt("2026-01-10T08:00", "2026-01-10T07:59")]).toEqual([false, true]);
  expect(isDue({ ...hourly, sends: "immediately", digestedAt: at("2026-01-10T07:00") }, at("2026-01-10T07:00"))).toBe(true);
});

test("a daily digest that quiet hours or a pause of the jobs held back over midnight is due after it, once", () => {
  const late = { sends: "daily", digestAt: "23:00", zone: "Europe/Berlin" } as const;
  const due = (now: string, last: string | null) => isDue({ ...late, digestedAt: last === null ? null : at(last) }, at(now));
  // Berlin is an hour ahead: quiet until 07:00 there.
  expect(due("2026-01-11T06:00", "2026-01-10T06:00")).toBe(true);
  expect([due("2026-01-11T06:01", "2026-01-11T06:00"), due("2026-01-11T21:59", "2026-01-11T06:00")]).toEqual([false, false]);
  expect([due("2026-01-11T22:00", "2026-01-11T06:00"), due("2026-01-11T23:30", "2026-01-11T22:00")]).toEqual([true, false]);
  // Over the end of a month.
  expect([due("2026-02-28T23:30", "2026-02-27T22:00"), due("2026-02-28T21:30", "2026-02-27T22:00")]).toEqual([true, false]);
  expect([due("2026-01-11T21:59", null), due("2026-01-11T22:00", null)]).toEqual([false, true]);
});
