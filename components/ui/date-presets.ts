import type { MovingDays } from "#lib/contract/view-parts.ts";
import { addDays, dayOf, mondayOf, monthStartOf } from "#lib/core/days.ts";

export type Range = { from: string; to: string };
export type DatePreset = { key: MovingDays; range: Range };

/** Common ranges as inclusive days in the zone; weeks begin on Monday. `today`: YYYY-MM-DD. */
export function datePresets(zone: string, today: string = dayOf(new Date(), zone)): DatePreset[] {
  const monday = mondayOf(today);
  const monthStart = monthStartOf(today);
  const lastMonthEnd = addDays(monthStart, -1);
  return [
    { key: "today", range: { from: today, to: today } },
    { key: "last_7_days", range: { from: addDays(today, -6), to: today } },
    { key: "last_week", range: { from: addDays(monday, -7), to: addDays(monday, -1) } },
    { key: "this_month", range: { from: monthStart, to: today } },
    { key: "last_month", range: { from: monthStartOf(lastMonthEnd), to: lastMonthEnd } },
  ];
}
