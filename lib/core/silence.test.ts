import { expect, test } from "vitest";
import { hourOfWeek, hoursOfWeek, learnRhythm, recentWeeks, silenceMinMs, silentFrom, usualSales } from "./silence.ts";

const hourMs = 3_600_000;
const weekMs = hoursOfWeek * hourMs;
/** A Monday at 0:00 UTC. */
const startMs = Date.UTC(2024, 0, 1);
const historyWeeks = 12;

const shop = (perHour: (day: number, hour: number) => number) => {
  const counts = Array.from({ length: hoursOfWeek }, (_, index) => perHour(Math.floor(index / 24), index % 24) * historyWeeks);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return learnRhythm({ counts, weeks: historyWeeks, recent: (total / historyWeeks) * recentWeeks });
};

test("a closed shop is not silent: at night, on a day off, and before it opens at half past nine", () => {
  const opens = (day: number, hour: number) => (day === 6 || hour < 9 || hour > 17 ? 0 : hour === 9 ? 30 : 60);
  const rhythm = shop(opens);
  if (!rhythm) throw new Error("no rhythm");
  const week = { rhythm, offsetMs: 0 };
  const saturdayEvening = startMs + 5 * 24 * hourMs + 17.99 * hourMs;
  const fromMs = silentFrom(week, saturdayEvening) ?? 0;
  const mondayTenMs = startMs + weekMs + 10 * hourMs;
  expect(fromMs).toBeGreaterThan(mondayTenMs);
  expect(fromMs).toBeLessThan(mondayTenMs + silenceMinMs);
  // At noon half an hour is enough.
  const noon = startMs + 12 * hourMs;
  expect(silentFrom(week, noon)).toBe(noon + silenceMinMs);
});

test("a Saturday afternoon off is usual, although other afternoons are busy", () => {
  const rhythm = shop((day, hour) => (hour < 8 || hour > 18 || day === 6 || (day === 5 && hour > 12) ? 0 : 20));
  if (!rhythm) throw new Error("no rhythm");
  const saturday = startMs + 5 * 24 * hourMs;
  expect(usualSales({ rhythm, offsetMs: 0 }, saturday + 14 * hourMs, saturday + 19 * hourMs)).toBeLessThan(2);
});

test("hours are those of the zone", () => {
  expect(hourOfWeek(startMs, 0)).toBe(0);
  expect(hourOfWeek(startMs - 1, 0)).toBe(hoursOfWeek - 1);
  expect(hourOfWeek(startMs, 2 * hourMs)).toBe(2);
  const rhythm = shop((_, hour) => (hour === 10 ? 100 : 1));
  if (!rhythm) throw new Error("no rhythm");
  const week = { rhythm, offsetMs: 5.5 * hourMs };
  expect(usualSales(week, startMs + 3.5 * hourMs, startMs + 5.5 * hourMs)).toBeCloseTo(
    usualSales({ rhythm, offsetMs: 0 }, startMs + 9 * hourMs, startMs + 11 * hourMs),
    6,
  );
});

test("too few sales or weeks show no rhythm, and much fewer sales lately are the new usual", () => {
  const counts = Array<number>(hoursOfWeek).fill(12);
  expect(learnRhythm({ counts, weeks: 3, recent: 0 })).toBeUndefined();
  expect(learnRhythm({ counts: counts.map((_, index) => (index < 49 ? 1 : 0)), weeks: 12, recent: 8 })).toBeUndefined();
  const usual = learnRhythm({ counts, weeks: 12, recent: 336 });
  const fewer = learnRhythm({ counts, weeks: 12, recent: 111 });
  expect([usual?.hourly[0], fewer?.hourly[0]]).toEqual([expect.closeTo(1, 6), expect.closeTo(1 / 3, 6)]);
});
