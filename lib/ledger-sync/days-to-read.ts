import { type DayRange, dayNumberAt, toDayNumber } from "#lib/core/days.ts";

/** The earliest possible day of a ledger; gateways that require dates get it as from_date. */
const ledgerStartDay = "2010-01-01";
export const ledgerStart = toDayNumber(ledgerStartDay);
const keepsOldDaysFrom = 93;

export type DayQuestion = {
  from?: string;
  to?: string;
  /** Maximum age in ms of a reading of past days; a quarter of an hour by default. */
  endedFreshMs?: number;
};

/**
 * The days (YYYY-MM-DD, inclusive) as numbers, limited to the ledger's start and today. Long and open ranges reuse final days;
 * a short range is read again after a while.
 */
export function toDaysToRead(
  { from, to }: DayQuestion,
  { nowMs, zone }: { nowMs: number; zone: string },
): { wanted: DayRange; keepsOldDays: boolean } {
  const today = dayNumberAt(nowMs, zone);
  const start = ledgerStart;
  const clamp = (day: number) => Math.min(Math.max(day, start), today);
  const wanted = {
    from: from === undefined ? start : clamp(toDayNumber(from)),
    to: to === undefined ? today : clamp(toDayNumber(to)),
  };
  return { wanted, keepsOldDays: wanted.to - wanted.from >= keepsOldDaysFrom };
}

const windowDays = [31, 334] as const;

/** Splits the days into windows, newest first and short ones first, so that recent rows are available soon. */
export function toWindows(ranges: readonly DayRange[]): DayRange[] {
  return ranges.toReversed().flatMap((range) => {
    const windows: DayRange[] = [];
    let to = range.to;
    for (const days of windowDays) {
      if (to - range.from < days) break;
      windows.push({ from: to - days + 1, to });
      to -= days;
    }
    return [...windows, { from: range.from, to }];
  });
}
