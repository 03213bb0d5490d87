import { type DayRange, dayNumberAt, subtractRanges, toDayNumber } from "#lib/core/days.ts";
import type { KnownDays } from "#lib/db/ledger-sync/ledger-reads.ts";

/** Days that were read, and when that reading began. */
export type Stretch = DayRange & {
  readAtMs: number;
  /** False: the gateway did not show that every row was returned. */
  isComplete?: boolean;
  /** Retention removed their rows: they are not read again. */
  isForgotten?: boolean;
};

export function toStretch({ fromDay, toDay, readAt, isForgotten, isComplete }: KnownDays): Stretch {
  return { from: toDayNumber(fromDay), to: toDayNumber(toDay), readAtMs: readAt.getTime(), isForgotten, isComplete };
}

export type Question = {
  stretches: readonly Stretch[];
  wanted: DayRange;
  /** The time of the request: days read after it are fresh, however long the reading took. */
  askedAtMs: number;
  zone: string;
  /** Days read three days or more after they ended stay fresh; all others are read again after a while. */
  keepsOldDays: boolean;
  endedFreshMs?: number | undefined;
};

/** A day that had not ended when it was read may get more rows. */
const runningFreshMs = 10_000;
const usualEndedFreshMs = 15 * 60_000;
/** Rows of a day may arrive late: a day is final only after this time. */
export const unchangedAfterDays = 3;

/** The requested days that must be read, oldest first; empty when the stored ones are fresh enough. */
export function missingDays(question: Question): DayRange[] {
  return subtractRanges(
    question.wanted,
    question.stretches.flatMap((stretch) => freshPart(stretch, question)),
  );
}

/** Whether each requested day was read completely at some time, however long ago. */
export function isCovered({ stretches, wanted, zone }: Omit<Question, "askedAtMs" | "keepsOldDays">): boolean {
  const read = stretches
    .filter((stretch) => stretch.isComplete !== false)
    .map((stretch) => ({ from: stretch.from, to: lastReadDay(stretch, zone) }));
  return subtractRanges(wanted, read).length === 0;
}

/** Requested days whose last reading was not complete. */
export function incompleteDays({ stretches, wanted }: Pick<Question, "stretches" | "wanted">): DayRange[] {
  return stretches
    .filter((stretch) => stretch.isComplete === false)
    .flatMap((stretch) => {
      const within = { from: Math.max(stretch.from, wanted.from), to: Math.min(stretch.to, wanted.to) };
      if (within.from > within.to) return [];
      const later = stretches.filter((other) => other.isComplete !== false && other.readAtMs > stretch.readAtMs);
      return subtractRanges(within, later);
    });
}

/** Whether any requested day was ever read, or retention removed all of them. */
export function isPartlyCovered(stretches: readonly Stretch[], wanted: DayRange): boolean {
  return stretches.some(
    (stretch) => stretch.from <= wanted.to && stretch.to >= (stretch.isForgotten === true ? wanted.to : wanted.from),
  );
}

/** The time of the oldest reading of the requested days; final days count only when there is no other. Undefined: never. */
export function oldestReadMs({ stretches, wanted, askedAtMs, zone, keepsOldDays }: Question): number | undefined {
  const unchangedEnd = dayNumberAt(askedAtMs, zone) - unchangedAfterDays;
  const from = keepsOldDays ? Math.max(wanted.from, Math.min(unchangedEnd + 1, wanted.to)) : wanted.from;
  let oldest: number | undefined;
  for (let day = from; day <= wanted.to; day++) {
    const last = lastReadOfDayMs(stretches, day);
    if (last !== undefined && (oldest === undefined || last < oldest)) oldest = last;
  }
  return oldest;
}

function lastReadOfDayMs(stretches: readonly Stretch[], day: number): number | undefined {
  const reads = stretches.filter((stretch) => stretch.from <= day && day <= stretch.to && stretch.isForgotten !== true);
  return reads.length === 0 ? undefined : Math.max(...reads.map((stretch) => stretch.readAtMs));
}

function freshPart(stretch: Stretch, { askedAtMs, zone, keepsOldDays, endedFreshMs = usualEndedFreshMs }: Question): DayRange[] {
  if (stretch.isForgotten) return [{ from: stretch.from, to: stretch.to }];
  const ageMs = askedAtMs - stretch.readAtMs;
  if (ageMs < runningFreshMs) return [{ from: stretch.from, to: stretch.to }];
  const readDay = dayNumberAt(stretch.readAtMs, zone);
  if (ageMs < endedFreshMs) return [{ from: stretch.from, to: Math.min(stretch.to, readDay - 1) }];
  return keepsOldDays && stretch.isComplete !== false
    ? [{ from: stretch.from, to: Math.min(stretch.to, readDay - unchangedAfterDays) }]
    : [];
}

/** A reading does not cover days after its own. */
function lastReadDay(stretch: Stretch, zone: string): number {
  return Math.min(stretch.to, dayNumberAt(stretch.readAtMs, zone));
}
