/** Days are counted from 1970-01-01; both ends of a range are inclusive. */
export type DayRange = { from: number; to: number };

export const dayMs = 86_400_000;

/** `YYYY-MM-DD` as a day's number. */
export function toDayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
}

/** A day's number as `YYYY-MM-DD`. */
export function toDayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The day (`YYYY-MM-DD`) so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return toDayText(toDayNumber(day) + days);
}

/** The number of days from the first to the last day, both included. */
export function countDays({ from, to }: { from: string; to: string }): number {
  return toDayNumber(to) - toDayNumber(from) + 1;
}

/** The requested days that are in none of the other ranges, in order. */
export function subtractRanges(wanted: DayRange, taken: readonly DayRange[]): DayRange[] {
  const left: DayRange[] = [];
  let from = wanted.from;
  for (const range of taken.toSorted((first, second) => first.from - second.from)) {
    if (range.to < from || range.to < range.from) continue;
    if (range.from > wanted.to) break;
    if (range.from > from) left.push({ from, to: range.from - 1 });
    from = range.to + 1;
  }
  if (from <= wanted.to) left.push({ from, to: wanted.to });
  return left;
}
