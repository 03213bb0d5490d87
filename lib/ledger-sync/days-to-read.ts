import { type DayRange, dayNumberAt, toDayNumber } from "./days.ts";

/** Where "everything known" begins; gateways that require dates get it as from_date. */
const ledgerStartDay = "2010-01-01";
export const ledgerStart = toDayNumber(ledgerStartDay);
const keepsOldDaysFrom = 93;

export type DayQuestion = {
  from?: string;
  to?: string;
  /** How old a reading of days that had ended by then may be; a quarter of an hour unless told. */
  endedFreshMs?: number;
};

/**
 * The days (YYYY-MM-DD, inclusive) as numbers, within the ledger's start and today: days to come hold nothing yet.
 * Long and open questions keep what is settled, a short one reads its days anew after a while.
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

/** The days in windows, newest first and short ones first, so that what people look at is there soon. */
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
