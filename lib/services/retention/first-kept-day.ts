import type { RetentionKind } from "#lib/contract/retention.ts";
import { startOfDay } from "#lib/core/zoned-time.ts";
import { dayNumberAt, toDayText } from "#lib/ledger-sync/days.ts";

export const kinds = ["transactions", "notifications", "audit"] as const satisfies readonly RetentionKind[];

type Question = { nowMs: number; zone: string; days: number };

/** The first of so many days up to today, and when it began. */
export function firstKeptDay({ nowMs, zone, days }: Question): { keptFrom: string; before: Date } {
  const keptFrom = toDayText(dayNumberAt(nowMs, zone) - days);
  return { keptFrom, before: startOfDay(keptFrom, zone) };
}

/** The audit is one for all environments and knows no zone of theirs. */
export function zoneOf(kind: RetentionKind, zone: string): string {
  return kind === "audit" ? "UTC" : zone;
}

const minute = 20;

/** Each hour: whoever shortened a time by mistake has some minutes to undo it. */
export const retentionCron = `${minute} * * * *`;

/** When rows are looked for next. */
export function nextRunAt(nowMs: number): Date {
  const next = new Date(nowMs);
  next.setUTCMinutes(minute, 0, 0);
  if (next.getTime() <= nowMs) next.setUTCHours(next.getUTCHours() + 1);
  return next;
}
