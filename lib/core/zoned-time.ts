import { parseAbsolute, parseDate, parseDateTime, toZoned } from "@internationalized/date";
import { localTime } from "./days.ts";

/**
 * Parses a gateway time. Times without a zone ("2026-03-04T11:20:05", "2026-03-04 11:20:05") are in the zone of the
 * environment's setting; others ("…Z", "…+03:00") use their own. Undefined when it is not a time, and for the gateway's
 * "0001-01-01…", which means never.
 */
export function parseGatewayTime(text: string, zone: string): Date | undefined {
  return parseTime(text, zone, "compatible");
}

/** The later of the two instants that a time without a zone means in the hour that the end of summer time repeats. */
export function laterGatewayTime(text: string, zone: string): Date | undefined {
  const [first, later] = [parseGatewayTime(text, zone), parseTime(text, zone, "later")];
  return first && later && later > first ? later : undefined;
}

function parseTime(text: string, zone: string, choice: "compatible" | "later"): Date | undefined {
  const trimmed = text.trim().replace(" ", "T");
  if (trimmed.startsWith("0001-")) return undefined;
  try {
    if (carriesZone(trimmed)) return parseAbsolute(trimmed, "UTC").toDate();
    return toZoned(parseDateTime(trimmed.slice(0, 23)), zone, choice).toDate();
  } catch {
    return undefined;
  }
}

/** Marks the time of a row as an estimate where what the gateway wrote for it cannot be read. */
export function markEstimated(text: string): { isTimeEstimated?: true } {
  return parseGatewayTime(text, "UTC") ? {} : { isTimeEstimated: true };
}

/** Whether a gateway's time includes its zone. */
export function carriesZone(text: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.trim().slice(10));
}

/** First instant of a `YYYY-MM-DD` day in the zone. */
export function startOfDay(day: string, zone: string): Date {
  return parseDate(day).toDate(zone);
}

/** First instant of the day after `YYYY-MM-DD` in the zone: the exclusive end of an inclusive range. */
export function endOfDay(day: string, zone: string): Date {
  return parseDate(day).add({ days: 1 }).toDate(zone);
}

/** The instant as the gateway writes it: `YYYY-MM-DDTHH:mm:ss` in the zone, without the zone. */
export function toGatewayTime(instant: Date, zone: string): string {
  const { day, time } = localTime(instant, zone);
  return `${day}T${time}`;
}
