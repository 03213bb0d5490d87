import { dayOf } from "#lib/core/days.ts";

/** Whether the day (`YYYY-MM-DD`) is in the year that it is now in the zone. */
export function isThisYear(day: string, zone: string): boolean {
  return day.startsWith(dayOf(new Date(), zone).slice(0, 5));
}
