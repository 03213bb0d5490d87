import { addDays, localTime } from "./days.ts";

/** Times of day as `HH:MM`; from the evening to the morning when `from` is later. */
export type QuietHours = { from: string; until: string };

export function isQuiet(quiet: QuietHours | null, at: Date, zone: string): boolean {
  if (quiet === null) return false;
  const time = localTime(at, zone).time.slice(0, 5);
  return quiet.from < quiet.until ? quiet.from <= time && time < quiet.until : quiet.from <= time || time < quiet.until;
}

export type DigestTimes = {
  sends: "immediately" | "hourly" | "daily";
  /** Time of day of a daily digest. */
  digestAt: string;
  /** When the last digest was due; null: never. */
  digestedAt: Date | null;
  zone: string;
};

/**
 * Whether what has changed is told now: at once, in the first minutes of an hour, or after the chosen time of a day, which may be
 * that of yesterday: quiet hours over midnight, or jobs that did not run, hold a digest back.
 */
export function isDue({ sends, digestAt, digestedAt, zone }: DigestTimes, at: Date): boolean {
  if (sends === "immediately") return true;
  const now = minuteAt(at, zone);
  const last = digestedAt === null ? "" : minuteAt(digestedAt, zone);
  if (sends === "hourly") return now.slice(0, 13) !== last.slice(0, 13);
  const today = `${now.slice(0, 10)} ${digestAt}`;
  if (digestedAt === null) return now >= today;
  return last < (now >= today ? today : `${addDays(now.slice(0, 10), -1)} ${digestAt}`);
}

/** `YYYY-MM-DD HH:MM`. */
function minuteAt(at: Date, zone: string): string {
  const { day, time } = localTime(at, zone);
  return `${day} ${time.slice(0, 5)}`;
}
