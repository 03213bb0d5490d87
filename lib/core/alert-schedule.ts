import { dayOf } from "./days.ts";

/** Times of day as `HH:MM`; from the evening to the morning when `from` is later. */
export type QuietHours = { from: string; until: string };

export function isQuiet(quiet: QuietHours | null, at: Date, zone: string): boolean {
  if (quiet === null) return false;
  const time = timeOfDay(at, zone);
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

/** Whether what has changed is told now: at once, in the first minutes of an hour, or after the chosen time of a day. */
export function isDue({ sends, digestAt, digestedAt, zone }: DigestTimes, at: Date): boolean {
  if (sends === "immediately") return true;
  const now = localTime(at, zone);
  const last = digestedAt === null ? "" : localTime(digestedAt, zone);
  if (sends === "hourly") return now.slice(0, 13) !== last.slice(0, 13);
  const due = `${now.slice(0, 10)} ${digestAt}`;
  return now >= due && last < due;
}

function localTime(at: Date, zone: string): string {
  return `${dayOf(at, zone)} ${timeOfDay(at, zone)}`;
}

function timeOfDay(at: Date, zone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}
