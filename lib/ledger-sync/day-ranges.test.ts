import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayNumberAt, toDayNumber, toDayText } from "#lib/core/days.ts";
import { isCovered, missingDays, oldestReadMs, type Question, type Stretch } from "./day-ranges.ts";
import { toDaysToRead, toWindows } from "./days-to-read.ts";

const zone = "Europe/Sofia";
const noon = Date.parse("2026-03-10T12:00:00+02:00");
const minute = 60_000;
const day = (text: string) => toDayNumber(text);

function question(stretches: Stretch[], from: string, to: string, change: Partial<Question> = {}): Question {
  return { stretches, wanted: { from: day(from), to: day(to) }, askedAtMs: noon, zone, keepsOldDays: false, ...change };
}

function missing(asked: Question): string[] {
  return missingDays(asked).map((range) => `${toDayText(range.from)}..${toDayText(range.to)}`);
}

const read = (from: string, to: string, readAtMs: number): Stretch => ({ from: day(from), to: day(to), readAtMs });

describe("days to read", () => {
  test("unread days are missing, around those that were read", () => {
    const stretches = [read("2026-03-03", "2026-03-04", noon - minute)];
    expect(missing(question(stretches, "2026-03-01", "2026-03-06"))).toEqual([
      "2026-03-01..2026-03-02",
      "2026-03-05..2026-03-06",
    ]);
  });

  test("today is fresh for ten seconds, and then only today is read again", () => {
    expect(missing(question([read("2026-03-01", "2026-03-10", noon - 9_000)], "2026-03-01", "2026-03-10"))).toEqual([]);
    expect(missing(question([read("2026-03-01", "2026-03-10", noon - 11_000)], "2026-03-01", "2026-03-10"))).toEqual([
      "2026-03-10..2026-03-10",
    ]);
  });

  test("a past range is fresh for a quarter of an hour", () => {
    expect(missing(question([read("2026-03-01", "2026-03-05", noon - 14 * minute)], "2026-03-01", "2026-03-05"))).toEqual([]);
    expect(missing(question([read("2026-03-01", "2026-03-05", noon - 16 * minute)], "2026-03-01", "2026-03-05"))).toEqual([
      "2026-03-01..2026-03-05",
    ]);
  });

  test("a day read before it ended is not known once it has ended", () => {
    const yesterdayEvening = Date.parse("2026-03-09T23:50:00+02:00");
    const asked = question([read("2026-03-09", "2026-03-09", yesterdayEvening)], "2026-03-09", "2026-03-09", {
      askedAtMs: Date.parse("2026-03-10T00:01:00+02:00"),
    });
    expect(missing(asked)).toEqual(["2026-03-09..2026-03-09"]);
  });

  test("a query without dates only reads the last days again, whose rows may still arrive", () => {
    const stretches = [read("2010-01-01", "2026-03-10", noon - 60 * minute)];
    expect(missing(question(stretches, "2010-01-01", "2026-03-10", { keepsOldDays: true }))).toEqual(["2026-03-08..2026-03-10"]);
  });

  test("days read after the request count as fresh, however long the reading took", () => {
    const asked = question([read("2026-03-10", "2026-03-10", noon + 1)], "2026-03-10", "2026-03-10", { askedAtMs: noon });
    expect(missing(asked)).toEqual([]);
  });

  test("no day is both missing and fresh, and every requested day is one of both", () => {
    const today = dayNumberAt(noon, zone);
    const stretch = fc.record({
      from: fc.integer({ min: today - 30, max: today }),
      days: fc.integer({ min: 0, max: 12 }),
      age: fc.integer({ min: 0, max: 40 * minute }),
    });
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 6 }), (made) => {
        const stretches = made.map(({ from, days, age }) => ({ from, to: Math.min(from + days, today), readAtMs: noon - age }));
        const wanted = { from: today - 25, to: today };
        const ranges = missingDays({ stretches, wanted, askedAtMs: noon, zone, keepsOldDays: false });
        for (let day = wanted.from; day <= wanted.to; day++) {
          const fresh = stretches.some(
            (one) =>
              one.from <= day &&
              day <= one.to &&
              (noon - one.readAtMs < 10_000 || (noon - one.readAtMs < 15 * minute && day < dayNumberAt(one.readAtMs, zone))),
          );
          expect(ranges.filter((range) => range.from <= day && day <= range.to).length).toBe(fresh ? 0 : 1);
        }
      }),
    );
  });
});

test("a list is as old as its oldest reading", () => {
  const stretches = [read("2026-03-01", "2026-03-09", noon - 5 * minute), read("2026-03-10", "2026-03-10", noon - 1000)];
  expect(oldestReadMs(question(stretches, "2026-03-01", "2026-03-10"))).toBe(noon - 5 * minute);
  expect(oldestReadMs(question([], "2026-03-01", "2026-03-10"))).toBeUndefined();
});

test("future days do not count as read", () => {
  const yesterday = noon - 24 * 60 * minute;
  expect(isCovered(question([read("2026-03-01", "2026-03-10", yesterday)], "2026-03-01", "2026-03-10"))).toBe(false);
  expect(isCovered(question([read("2026-03-01", "2026-03-10", noon)], "2026-03-01", "2026-03-10"))).toBe(true);
});

describe("requested days", () => {
  test("end today and begin where ledgers can", () => {
    const { wanted, keepsOldDays } = toDaysToRead({ from: "0001-01-01", to: "9999-12-31" }, { nowMs: noon, zone });
    expect([toDayText(wanted.from), toDayText(wanted.to), keepsOldDays]).toEqual(["2010-01-01", "2026-03-10", true]);
  });

  test("a week is read again after a while", () => {
    expect(toDaysToRead({ from: "2026-03-01", to: "2026-03-07" }, { nowMs: noon, zone }).keepsOldDays).toBe(false);
  });

  test("windows cover the missing days exactly once, newest first", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 4000 }), (from, days) => {
        const windows = toWindows([{ from, to: from + days }]);
        expect(windows[0]?.to).toBe(from + days);
        expect(windows.at(-1)?.from).toBe(from);
        windows.slice(1).forEach((window, index) => {
          expect(window.to).toBe((windows[index]?.from ?? 0) - 1);
        });
        for (const window of windows) expect(window.from).toBeLessThanOrEqual(window.to);
      }),
    );
  });
});
