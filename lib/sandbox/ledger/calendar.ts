import { dayMs } from "#lib/core/days.ts";
import { chance, hash32 } from "./hash.ts";

/** How busy a business is: seven weights from Sunday, and 24 for the hours (UTC). All above 0. */
export type Rhythm = { weekdays: readonly number[]; hours: readonly number[] };

/** Turns time into an ever growing sum of business ("weight") and back, so that the n-th row has a time without counting. */
export type Calendar = { weightAt(ms: number): number; timeAt(weight: number): number };

export function createCalendar({ seed, startMs, rhythm }: { seed: number; startMs: number; rhythm: Rhythm }): Calendar {
  const firstDay = Math.floor(startMs / dayMs);
  const sums = [0];
  const hourSums = hourShares(rhythm.hours);

  const dayWeight = (day: number): number => {
    const weekday = (((firstDay + day + 4) % 7) + 7) % 7;
    return (rhythm.weekdays[weekday] ?? 1) * (0.75 + 0.5 * chance(hash32(seed, firstDay + day, 77)));
  };
  const sumBefore = (day: number): number => {
    while (sums.length <= day) sums.push((sums.at(-1) ?? 0) + dayWeight(sums.length - 1));
    return sums[day] ?? 0;
  };

  return {
    weightAt: (ms) => {
      const day = Math.floor(ms / dayMs) - firstDay;
      if (day < 0) return 0;
      const hours = (ms - (firstDay + day) * dayMs) / 3_600_000;
      const hour = Math.floor(hours);
      const before = hourSums[hour] ?? 0;
      const share = before + ((hourSums[hour + 1] ?? 1) - before) * (hours - hour);
      return sumBefore(day) + dayWeight(day) * share;
    },
    timeAt: (weight) => {
      let day = Math.max(0, sums.length - 2);
      while (sumBefore(day + 1) <= weight) day += 1;
      day = lastAtMost(sums, weight, day);
      const share = (weight - sumBefore(day)) / dayWeight(day);
      const hour = lastAtMost(hourSums, share, 23);
      const before = hourSums[hour] ?? 0;
      const inHour = (share - before) / ((hourSums[hour + 1] ?? 1) - before);
      return Math.floor((firstDay + day) * dayMs + (hour + inHour) * 3_600_000);
    },
  };
}

function hourShares(hours: readonly number[]): number[] {
  const total = hours.reduce((sum, hour) => sum + hour, 0);
  const sums = [0];
  for (const hour of hours) sums.push((sums.at(-1) ?? 0) + hour / total);
  return sums;
}

/** The last index, at most `last`, whose entry is not above the value; the entries grow. */
function lastAtMost(entries: readonly number[], value: number, last: number): number {
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((entries[middle] ?? Number.POSITIVE_INFINITY) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
