import { type CalendarDate, endOfMonth, startOfMonth, startOfWeek, today } from "@internationalized/date";

export type Range = { from: string; to: string };

/** The stretches people ask for, as inclusive days in the zone; weeks begin on Monday. */
export function datePresets(zone: string, now: CalendarDate = today(zone)): { label: string; range: Range }[] {
  const monday = startOfWeek(now, "en-GB");
  const lastMonth = startOfMonth(now).subtract({ months: 1 });
  return [
    { label: "Today", range: toRange(now, now) },
    { label: "Last 7 days", range: toRange(now.subtract({ days: 6 }), now) },
    { label: "Last week", range: toRange(monday.subtract({ days: 7 }), monday.subtract({ days: 1 })) },
    { label: "This month", range: toRange(startOfMonth(now), now) },
    { label: "Last month", range: toRange(lastMonth, endOfMonth(lastMonth)) },
  ];
}

function toRange(from: CalendarDate, to: CalendarDate): Range {
  return { from: from.toString(), to: to.toString() };
}
