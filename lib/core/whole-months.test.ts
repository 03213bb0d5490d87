import fc from "fast-check";
import { expect, test } from "vitest";
import { splitByMonths } from "./whole-months.ts";

test("a year to the middle of a month has eleven whole months and two ends", () => {
  expect(splitByMonths({ from: "2025-11-21", to: "2026-11-20" })).toEqual({
    months: { from: "2025-12-01", to: "2026-10-01" },
    rest: [
      { from: "2025-11-21", to: "2025-11-30" },
      { from: "2026-11-01", to: "2026-11-20" },
    ],
  });
});

test("a whole month leaves nothing at its ends, a part of one is all rest", () => {
  expect(splitByMonths({ from: "2024-02-01", to: "2024-02-29" })).toEqual({
    months: { from: "2024-02-01", to: "2024-02-01" },
    rest: [],
  });
  expect(splitByMonths({ from: "2024-02-01", to: "2024-02-28" })).toEqual({
    months: null,
    rest: [{ from: "2024-02-01", to: "2024-02-28" }],
  });
});

test("months and ends hold every day of the range once", () => {
  const day = fc.integer({ min: 0, max: 4_000 });
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)].map(toDay);
      const { months, rest } = splitByMonths({ from: from ?? "", to: to ?? "" });
      const inMonths = daysOf(months === null ? [] : [{ from: months.from, to: endOf(months.to) }]);
      expect([...inMonths, ...daysOf(rest)].sort()).toEqual(daysOf([{ from: from ?? "", to: to ?? "" }]));
    }),
    { numRuns: 200 },
  );
});

function toDay(number: number): string {
  return new Date(number * 86_400_000).toISOString().slice(0, 10);
}

function endOf(month: string): string {
  const at = new Date(`${month}T00:00:00Z`);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}

function daysOf(ranges: readonly { from: string; to: string }[]): string[] {
  return ranges.flatMap(({ from, to }) => {
    const days: string[] = [];
    for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) days.push(toDay(at / 86_400_000));
    return days;
  });
}
