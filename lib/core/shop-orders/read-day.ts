import type { OrderProblem } from "./order-problem.ts";

export type DayOrder = "day_first" | "month_first";

type Reading = { day: string } | { problem: OrderProblem };

const firstDay = "2010-01-01";
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const time = /^(?:,?\s+|T)\d{1,2}:\d{2}/;

/**
 * A shop's day as `YYYY-MM-DD`, as it is written, a time behind it left out. Without a chosen order a text with two meanings
 * ("03/04/2026") is a problem. `lastDay`: later days are a problem too.
 */
export function readDay(text: string, { dayOrder, lastDay }: { dayOrder: DayOrder | null; lastDay: string }): Reading {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: { reason: "day_missing" } };
  const parts = toParts(trimmed, dayOrder);
  if (parts === "unclear") return { problem: { reason: "day_ambiguous", value: text } };
  const day = parts && toDay(parts);
  if (!day) return { problem: { reason: "day_unreadable", value: text } };
  if (day < firstDay || day > lastDay) return { problem: { reason: "day_outside", value: text } };
  return { day };
}

/** The order of day and month that a text shows; null where it shows none. */
export function dayOrderOf(text: string): DayOrder | null {
  const [, first, mark, second] = yearLast.exec(text.trim()) ?? [];
  if (mark === undefined || mark === ".") return null;
  if (Number(first) > 12) return "day_first";
  return Number(second) > 12 ? "month_first" : null;
}

type Parts = { year: string | undefined; month: string | undefined; day: string | undefined };

function toParts(text: string, dayOrder: DayOrder | null): Parts | "unclear" | undefined {
  const [whole, year, , month, day] = yearFirst.exec(text) ?? [];
  if (whole !== undefined) return isTime(text.slice(whole.length)) ? { year, month, day } : undefined;
  const [joined, ...own] = compact.exec(text) ?? [];
  if (joined !== undefined) return { year: own[0], month: own[1], day: own[2] };
  const [written, first, mark, second, last] = yearLast.exec(text) ?? [];
  if (written === undefined || !isTime(text.slice(written.length))) return undefined;
  // With points the day comes first everywhere.
  const order = mark === "." ? "day_first" : (dayOrder ?? dayOrderOf(text) ?? (first === second ? "day_first" : undefined));
  if (order === undefined) return "unclear";
  return order === "day_first" ? { year: last, month: second, day: first } : { year: last, month: first, day: second };
}

function isTime(rest: string): boolean {
  return rest === "" || time.test(rest);
}

/** Undefined for a day that no calendar has. */
function toDay({ year = "", month = "", day = "" }: Parts): string | undefined {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}
