/** Days, YYYY-MM-DD, both included. */
export type DayRange = { from: string; to: string };

/** A range as the months wholly in it (by their first days; null when there is none) and the days left at its ends. */
export function splitByMonths({ from, to }: DayRange): { months: DayRange | null; rest: DayRange[] } {
  const first = from.endsWith("-01") ? from : monthAfter(from);
  const last = dayBefore(monthAfter(to)) === to ? monthOf(to) : monthOf(dayBefore(monthOf(to)));
  if (first > last) return { months: null, rest: [{ from, to }] };
  const ends = [
    { from, to: dayBefore(first) },
    { from: monthAfter(last), to },
  ];
  return { months: { from: first, to: last }, rest: ends.filter((end) => end.from <= end.to) };
}

function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function monthAfter(day: string): string {
  const at = new Date(`${monthOf(day)}T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + 1);
  return at.toISOString().slice(0, 10);
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
