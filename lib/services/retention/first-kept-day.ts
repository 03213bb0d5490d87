import type { RetentionKind } from "#lib/contract/retention.ts";
import { dayNumberAt, toDayText } from "#lib/core/days.ts";
import { startOfDay } from "#lib/core/zoned-time.ts";

export const kinds = ["transactions", "notifications", "audit"] as const satisfies readonly RetentionKind[];

type Question = { nowMs: number; zone: string; days: number };

/** The first of this many days up to today, and when it began. */
export function firstKeptDay({ nowMs, zone, days }: Question): { keptFrom: string; before: Date } {
  const keptFrom = toDayText(dayNumberAt(nowMs, zone) - days);
  return { keptFrom, before: startOfDay(keptFrom, zone) };
}

/** The audit log covers all environments, so it uses none of their zones. */
export function zoneOf(kind: RetentionKind, zone: string): string {
  return kind === "audit" ? "UTC" : zone;
}

const minute = 20;

/** Hourly, so that a time shortened by mistake can be restored within minutes. */
export const retentionCron = `${minute} * * * *`;

/** The time of the next run. */
export function nextRunAt(nowMs: number): Date {
  const next = new Date(nowMs);
  next.setUTCMinutes(minute, 0, 0);
  if (next.getTime() <= nowMs) next.setUTCHours(next.getUTCHours() + 1);
  return next;
}
