import { addDays, dayOf } from "#lib/core/days.ts";
import { AppError } from "#lib/core/errors.ts";
import { endOfDay, startOfDay } from "#lib/core/zoned-time.ts";
import { serviceText } from "#lib/services/texts.ts";

export type TimeRange = {
  from?: Date;
  /** Exclusive end. */
  before?: Date;
  /** The days that the range overlaps, for readings by day. */
  days: { from?: string; to?: string };
  /** The first and the last day that are completely in the range. */
  fromDay?: string;
  toDay?: string;
};

/** Nothing is earlier or later; years of other than four digits are written in different ways. */
const [firstDay, lastDay] = ["1900-01-01", "9998-12-31"];

/** `zone`: the zone of `from` and `to`, where it is not the environment's. */
type RangeInput = { from?: string; to?: string; zone?: string };

/**
 * `from` and `to` (days, or instants; both inclusive) as instants, and the days of the environment's zone they overlap. Throws
 * `invalid_input` naming the field when the end is before the start.
 */
export function toTimeRange({ from, to, zone: askedZone }: RangeInput, zone: string): TimeRange {
  const ofDays = askedZone ?? zone;
  const start =
    from === undefined ? undefined : { at: isDay(from) ? startOfDay(limitDay(from), ofDays) : toInstant(from, "from") };
  const end = to === undefined ? undefined : { at: isDay(to) ? endOfDay(limitDay(to), ofDays) : after(toInstant(to, "to")) };
  if (start && end && start.at >= end.at) {
    throw new AppError("invalid_input", {
      fields: [{ field: "to", ...serviceText("range_reversed") }],
    });
  }
  return {
    from: start?.at,
    before: end?.at,
    fromDay: start && firstWholeDay(start.at, zone),
    toDay: end && lastWholeDay(end.at, zone),
    days: {
      from: start && dayOf(start.at, zone),
      to: end && dayOf(new Date(end.at.getTime() - 1), zone),
    },
  };
}

function firstWholeDay(at: Date, zone: string): string {
  const day = dayOf(at, zone);
  return startOfDay(day, zone).getTime() === at.getTime() ? day : addDays(day, 1);
}

function lastWholeDay(before: Date, zone: string): string {
  return addDays(dayOf(before, zone), -1);
}

function isDay(text: string): boolean {
  return text.length === 10;
}

function limitDay(day: string): string {
  return day < firstDay ? firstDay : day > lastDay ? lastDay : day;
}

function after(instant: Date): Date {
  return new Date(instant.getTime() + 1);
}

function toInstant(text: string, field: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new AppError("invalid_input", { fields: [{ field, ...serviceText("time_form") }] });
  return new Date(Math.min(Math.max(at.getTime(), Date.parse(firstDay)), Date.parse(lastDay)));
}
