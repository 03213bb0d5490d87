import fc from "fast-check";
import { expect, test } from "vitest";
import { type DayRange, dayMs, toDayNumber, toDayText } from "#lib/core/days.ts";
import type { LedgerRead } from "#lib/db/ledger-sync/ledger-reads.ts";
import { incompleteDays, isCovered, isPartlyCovered, missingDays, oldestReadMs, type Stretch, toStretch } from "./day-ranges.ts";
import { mergeReads } from "./merge-reads.ts";

// Daylight saving begins in the zone on 29 March.
const zone = "Europe/Sofia";
const start = toDayNumber("2026-02-15");
const end = toDayNumber("2026-04-25");
const startMs = start * dayMs;
const hourMs = 3_600_000;

type Made = { from: number; days: number; hour: number; isComplete: boolean };

/** Few different times, so that some are equal. */
function toRead({ from, days, hour, isComplete }: Made): LedgerRead {
  const readAt = new Date(startMs + hour * hourMs);
  const range = { fromDay: toDayText(from), toDay: toDayText(from + days) };
  return { merchantId: "m", zone, ...range, readAt, isComplete, withoutAccount: hour % 5 === 0 };
}

/** Any days at any time: before they began, while they ran, before late rows came, and long after. */
const anyReading = fc
  .record({
    from: fc.integer({ min: start, max: end }),
    days: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 40 })),
    hour: fc.integer({ min: 0, max: (end - start) * 24 }),
    isComplete: fc.boolean(),
  })
  .map(toRead);

/** As background sync reads: the last days, and those before them. */
const usualReading = fc
  .record({
    day: fc.integer({ min: 8, max: end - start }),
    hour: fc.constantFrom(0, 9, 21, 23),
    back: fc.constantFrom(1, 3, 4, 5, 8),
    isComplete: fc.integer({ min: 0, max: 3 }).map((part) => part > 0),
  })
  .map(({ day, hour, back, isComplete }) => toRead({ from: start + day - back, days: 1, hour: day * 24 + hour, isComplete }));

const byTime = (reads: readonly LedgerRead[]) => reads.toSorted((left, right) => left.readAt.getTime() - right.readAt.getTime());

/** What is stored after readings that were merged after each of them. */
function mergeInTurn(reads: readonly LedgerRead[]): LedgerRead[] {
  let stored: LedgerRead[] = [];
  for (const read of byTime(reads)) stored = mergeReads([...stored, read], { nowMs: read.readAt.getTime(), zone });
  return stored;
}

const daysOf = (ranges: readonly DayRange[]) =>
  new Set(ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)));

const toStretches = (reads: readonly LedgerRead[], forgottenTo: number): Stretch[] => [
  ...reads.map((read) => toStretch({ ...read, isForgotten: false })),
  { from: 0, to: forgottenTo, readAtMs: startMs, isForgotten: true },
];

const anyQuestion = fc.record({
  from: fc.integer({ min: start - 2, max: end }),
  days: fc.integer({ min: 0, max: 80 }),
  laterMs: fc.oneof(fc.integer({ min: 0, max: hourMs }), fc.integer({ min: 0, max: 9 * dayMs })),
  keepsOldDays: fc.boolean(),
  endedFreshMs: fc.constantFrom(undefined, 10_000, 6 * hourMs, dayMs, Number.POSITIVE_INFINITY),
  forgottenTo: fc.integer({ min: start - 10, max: start + 20 }),
});

const manyReadings = fc.array(fc.oneof(anyReading, usualReading), { minLength: 1, maxLength: 40 });
const fewOrDaily = fc.oneof(manyReadings, fc.array(usualReading, { minLength: 20, maxLength: 80 }));

test("merged readings answer as all of them do: what is unread, fresh, complete, and read without an account", () => {
  fc.assert(
    fc.property(fewOrDaily, fc.array(anyQuestion, { minLength: 4, maxLength: 8 }), (reads, questions) => {
      const merged = mergeInTurn(reads);
      const lastMs = Math.max(...reads.map(({ readAt }) => readAt.getTime()));
      for (const { from, days, laterMs, forgottenTo, ...asked } of questions) {
        const question = { ...asked, wanted: { from, to: from + days }, askedAtMs: lastMs + laterMs, zone };
        const before = { ...question, stretches: toStretches(reads, forgottenTo) };
        const after = { ...question, stretches: toStretches(merged, forgottenTo) };
        expect(missingDays(after)).toEqual(missingDays(before));
        expect(isCovered(after)).toBe(isCovered(before));
        expect(isPartlyCovered(after.stretches, after.wanted)).toBe(isPartlyCovered(before.stretches, before.wanted));
        expect(daysOf(incompleteDays(after))).toEqual(daysOf(incompleteDays(before)));
      }
      const isLast = ({ readAt }: LedgerRead) => readAt.getTime() === lastMs;
      const flags = (all: readonly LedgerRead[]) => new Set(all.filter(isLast).map(({ withoutAccount }) => withoutAccount));
      expect(flags(merged)).toEqual(flags(reads));
    }),
    { numRuns: 120 },
  );
});

test("the time of a day's last reading stays, except that a final one may seem later within its month", () => {
  fc.assert(
    fc.property(fewOrDaily, (reads) => {
      const merged = mergeInTurn(reads);
      const nowMs = Math.max(...reads.map(({ readAt }) => readAt.getTime()));
      const lastOf = (all: readonly LedgerRead[], day: number) => {
        const wanted = { from: day, to: day };
        return oldestReadMs({ stretches: toStretches(all, 0), wanted, askedAtMs: nowMs, zone, keepsOldDays: false });
      };
      for (let day = start; day <= end; day++) {
        const [before, after] = [lastOf(reads, day), lastOf(merged, day)];
        const isSettled = before !== undefined && nowMs - before >= dayMs && before >= (day + 3) * dayMs - 3 * hourMs;
        if (!isSettled || after === undefined) {
          expect(after).toBe(before);
          continue;
        }
        expect(after).toBeGreaterThanOrEqual(before);
        expect(new Date(after).getUTCMonth()).toBe(new Date(before).getUTCMonth());
      }
    }),
    { numRuns: 60 },
  );
});

const read = (from: string, to: string, readAt: string, change: Partial<LedgerRead> = {}): LedgerRead => ({
  ...{ merchantId: "m", fromDay: from, toDay: to, readAt: new Date(readAt), isComplete: true, withoutAccount: false, zone },
  ...change,
});
const merge = (...reads: LedgerRead[]) =>
  mergeReads(reads, { nowMs: Date.parse("2026-04-20T10:00:00Z"), zone })
    .map(({ fromDay, toDay, readAt }) => `${fromDay}..${toDay} @ ${readAt.toISOString().slice(0, 10)}`)
    .toSorted();

test("final neighbours become one, and days that were read before late rows could have come do not", () => {
  const [first, second] = [
    read("2026-03-01", "2026-03-02", "2026-03-05T10:00Z"),
    read("2026-03-03", "2026-03-04", "2026-03-07T10:00Z"),
  ];
  expect(merge(first, second)).toEqual(["2026-03-01..2026-03-04 @ 2026-03-07"]);
  const early = { ...second, readAt: new Date("2026-03-06T10:00Z") };
  expect(merge(first, early)).toEqual(["2026-03-01..2026-03-02 @ 2026-03-05", "2026-03-03..2026-03-04 @ 2026-03-06"]);
});

test("a day that was not complete in between stays incomplete", () => {
  const [first, second] = [
    read("2026-03-01", "2026-03-02", "2026-03-05T10:00Z"),
    read("2026-03-03", "2026-03-04", "2026-03-07T10:00Z"),
  ];
  const open = read("2026-03-02", "2026-03-02", "2026-03-06T10:00Z", { isComplete: false });
  expect(merge(first, second, open)).toHaveLength(3);
});

test("readings of the last day, and of other months, keep their times", () => {
  const lately = read("2026-04-01", "2026-04-02", "2026-04-20T08:00Z");
  expect(merge(lately, read("2026-04-03", "2026-04-04", "2026-04-20T09:00Z"))).toHaveLength(2);
  expect(
    merge(read("2026-03-27", "2026-03-28", "2026-03-31T10:00Z"), read("2026-03-29", "2026-03-29", "2026-04-01T10:00Z")),
  ).toHaveLength(2);
});
