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

/** The Monday of the day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** The first day of the day's month. */
export function monthStartOf(day: string): string {
  return `${day.slice(0, 8)}01`;
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

/** The instant as `YYYY-MM-DD` in the zone. */
export function dayOf(instant: Date, zone: string): string {
  return localTime(instant, zone).day;
}

/** The day's number in the zone at an instant in ms. */
export function dayNumberAt(atMs: number, zone: string): number {
  return toDayNumber(dayOf(new Date(atMs), zone));
}

/** The clock in the zone at the instant: `YYYY-MM-DD` and `HH:mm:ss`. */
export function localTime(instant: Date, zone: string): { day: string; time: string } {
  const parts = { year: "", month: "", day: "", hour: "", minute: "", second: "" };
  for (const { type, value } of clockFormat(zone).formatToParts(instant))
    if (type in parts) parts[type as keyof typeof parts] = value;
  const { year, month, day, hour, minute, second } = parts;
  return { day: `${year.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
}

const clockFormats = new Map<string, Intl.DateTimeFormat>();

/** Read by its parts: browsers differ in the order of a locale's date. Cached: creating one costs far more than using it. */
function clockFormat(zone: string): Intl.DateTimeFormat {
  const known = clockFormats.get(zone);
  if (known) return known;
  const two = "2-digit";
  const time = { hour: two, minute: two, second: two, hourCycle: "h23" } as const;
  const made = new Intl.DateTimeFormat("en-GB", { timeZone: zone, year: "numeric", month: two, day: two, ...time });
  clockFormats.set(zone, made);
  return made;
}

/**
 * Whether it names a time zone of the IANA database: UTC, or one with a slash. Others such as EET or +02:00 are fixed offsets, of
 * the opposite sign even, to PostgreSQL.
 */
export function isZone(zone: string): boolean {
  if (zone !== "UTC" && !zone.includes("/")) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
