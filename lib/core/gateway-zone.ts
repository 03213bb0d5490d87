import { fromAbsolute } from "@internationalized/date";
import { dayMs } from "./days.ts";
import { carriesZone, parseGatewayTime } from "./zoned-time.ts";

/** A time as the gateway wrote it, and the instant it stands for, accurate to `withinMs` in either direction. */
export type SeenTime = { text: string; at: Date; withinMs: number };

/**
 * `nothing`: the times name their zone, have no time of day, or no existing offset. `zone` undefined: no zone fits all
 * of them.
 */
type ZoneFinding =
  | { kind: "nothing" }
  | { kind: "agrees" }
  | { kind: "differs"; offsetMinutes: number; zone: string | undefined };

/** From UTC-12 to UTC+14: the largest error of a time that is read in the wrong zone. */
export const zoneSpreadMs = 26 * 3_600_000;

const minuteMs = 60_000;
/** Every zone's offset is a multiple of this. */
const stepMinutes = 15;
const leastOffset = -12 * 60;
const greatestOffset = 14 * 60;

/** Zones with daylight saving are tried first: such a zone stays right in summer and winter. */
const usualZones = ["UTC", "Europe/Sofia", "Europe/Berlin", "Europe/London"];

/** For offsets that are not whole hours: zones that both PostgreSQL and browsers know. */
const namedZones = [
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Asia/Kabul",
  "Asia/Tehran",
  "Asia/Yangon",
  "Australia/Darwin",
  "Australia/Eucla",
  "Australia/Lord_Howe",
  "Pacific/Marquesas",
  "Pacific/Chatham",
  "America/St_Johns",
];

/**
 * Finds the zone the gateway writes its times in: the one in use when it fits all of them, else the first that does. If
 * the times differ, the last one determines the offset from UTC.
 */
export function findZone(seen: readonly SeenTime[], zoneInUse: string): ZoneFinding {
  const informative = seen.filter((time) => offsetOf(time) !== undefined);
  const last = informative.at(-1);
  if (!last) return { kind: "nothing" };
  const fitsAll = (zone: string) => informative.every((time) => fits(time, zone));
  if (fitsAll(zoneInUse)) return { kind: "agrees" };
  const offsetMinutes = offsetOf(last) ?? 0;
  return { kind: "differs", offsetMinutes, zone: candidates(offsetMinutes).find(fitsAll) };
}

/**
 * For a time that cannot be after `at` but is in the zone in use: the smallest offset from UTC that explains it, with a
 * zone of that offset. Undefined when the time is not after `at`.
 */
export function findLeastOffset(
  { text, at, withinMs }: SeenTime,
  zoneInUse: string,
): { offsetMinutes: number; zone: string } | undefined {
  const wallMs = wallTime(text);
  const occurredAt = parseGatewayTime(text, zoneInUse);
  if (wallMs === undefined || !occurredAt || occurredAt.getTime() <= at.getTime() + withinMs) return undefined;
  const aheadMs = wallMs - at.getTime() - withinMs;
  const offsetMinutes = Math.ceil(aheadMs / minuteMs / stepMinutes) * stepMinutes + 0;
  const wholeHours = Math.ceil(offsetMinutes / 60) * 60;
  if (offsetMinutes < leastOffset || wholeHours > greatestOffset) return undefined;
  const zone = candidates(offsetMinutes).find((candidate) => offsetAt(candidate, at.getTime()) === offsetMinutes);
  return { offsetMinutes, zone: zone ?? hourZone(wholeHours) };
}

/** For example `+02:00`. */
export function formatOffset(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, "0");
  const ahead = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

function candidates(offsetMinutes: number): string[] {
  return [...usualZones, ...(offsetMinutes % 60 === 0 ? [hourZone(offsetMinutes)] : namedZones)];
}

/** These names use the POSIX sign: `Etc/GMT-2` is two hours ahead of UTC. */
function hourZone(offsetMinutes: number): string {
  const hours = offsetMinutes / 60;
  return hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** The offset, in minutes, that the time was written in. */
function offsetOf({ text, at, withinMs }: SeenTime): number | undefined {
  const wallMs = wallTime(text);
  if (wallMs === undefined) return undefined;
  const aheadMs = wallMs - at.getTime();
  // Adding 0 avoids negative zero.
  const offsetMinutes = Math.round(aheadMs / minuteMs / stepMinutes) * stepMinutes + 0;
  const isNear = Math.abs(aheadMs - offsetMinutes * minuteMs) <= withinMs;
  return isNear && offsetMinutes >= leastOffset && offsetMinutes <= greatestOffset ? offsetMinutes : undefined;
}

/** Whether an instant near the known one has this text in the zone, also during a daylight-saving change. */
function fits({ text, at, withinMs }: SeenTime, zone: string): boolean {
  const wallMs = wallTime(text) ?? Number.NaN;
  return [-withinMs, 0, withinMs].some((ms) => {
    const offset = offsetAt(zone, at.getTime() + ms);
    const instantMs = wallMs - offset * minuteMs;
    return Math.abs(instantMs - at.getTime()) <= withinMs && offsetAt(zone, instantMs) === offset;
  });
}

function offsetAt(zone: string, ms: number): number {
  return fromAbsolute(ms, zone).offset / minuteMs;
}

/** The digits read as UTC. Undefined for a date alone or exact midnight, which may mean a booking date. */
function wallTime(text: string): number | undefined {
  if (carriesZone(text) || !/^.{10}[ T]\d\d:\d\d/.test(text.trim())) return undefined;
  const ms = parseGatewayTime(text, "UTC")?.getTime();
  return ms === undefined || ms % dayMs === 0 ? undefined : ms;
}
