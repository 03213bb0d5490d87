import { type CalendarDate, endOfMonth, startOfMonth, startOfWeek, today } from "@internationalized/date";
import type { MovingDays } from "#lib/contract/view.ts";

export type Range = { from: string; to: string };
export type DatePreset = { key: MovingDays; range: Range };

/** Common ranges as inclusive days in the zone; weeks begin on Monday. */
export function datePresets(zone: string, now: CalendarDate = today(zone)): DatePreset[] {
  const monday = startOfWeek(now, "en-GB");
  const lastMonth = startOfMonth(now).subtract({ months: 1 });
  return [
    { key: "today", range: toRange(now, now) },
    { key: "last_7_days", range: toRange(now.subtract({ days: 6 }), now) },
    { key: "last_week", range: toRange(monday.subtract({ days: 7 }), monday.subtract({ days: 1 })) },
    { key: "this_month", range: toRange(startOfMonth(now), now) },
    { key: "last_month", range: toRange(lastMonth, endOfMonth(lastMonth)) },
  ];
}

function toRange(from: CalendarDate, to: CalendarDate): Range {
  return { from: from.toString(), to: to.toString() };
}
