import { isAppError } from "#lib/core/errors.ts";
import { endOfDay, startOfDay } from "#lib/core/zoned-time.ts";
import { gatewayRefusal } from "../error-response.ts";
import type { RecordFact } from "../profile/note-fact.ts";

type Days = { from?: string | undefined; to?: string | undefined };

export const dateForms = ["days", "instants", "times"] as const;

/** The format in which a gateway accepts `from_date` and `to_date`: from its profile, or the one that worked last. */
export type DateMemory = { form: (typeof dateForms)[number] };

/** Requests with the dates in the format that worked last, and in the others when the gateway refuses it. */
export async function inDateForm<Answer>(
  memory: DateMemory,
  { days, zone, note }: { days: Days; zone: string; note: RecordFact },
  ask: (dates: Days) => Promise<Answer>,
): Promise<Answer> {
  const first = memory.form;
  let refusal: unknown;
  for (const form of [first, ...dateForms.filter((other) => other !== first)]) {
    try {
      const answer = await ask(toDates(days, form, zone));
      if (form !== first) note({ question: "date_form", answer: form, evidence: toEvidence(form, refusal) });
      memory.form = form;
      return answer;
    } catch (thrown) {
      refusal ??= thrown;
      if (!mayConcernDates(thrown, days)) throw form === first ? thrown : refusal;
    }
  }
  throw refusal;
}

function toEvidence(form: DateMemory["form"], refusal: unknown): string {
  const status = gatewayRefusal(refusal)?.status ?? "";
  return `GET /accounting/v1/transactions?from_date=… → ${status}, from_date=${shown[form]} → 200`;
}

const shown = { days: "YYYY-MM-DD", instants: "YYYY-MM-DDThh:mm:ssZ", times: "YYYY-MM-DDThh:mm:ss" } as const;

function mayConcernDates(thrown: unknown, { from, to }: Days): boolean {
  const refusal = isAppError(thrown) ? gatewayRefusal(thrown) : undefined;
  if (!refusal || (from === undefined && to === undefined)) return false;
  const isRefused = refusal.status === 400 || refusal.status === 422;
  return isRefused && (refusal.fields.length === 0 || refusal.fields.some(({ field }) => /date|from|to/i.test(field)));
}

/** The zone in which a day begins first. */
const earliestZoneMs = 14 * 3_600_000;

/**
 * Whole days. Instants cover the days in the zone and in UTC, since a gateway may ignore the offset, and start where a day
 * begins first and end a day later, since its real zone may differ from the configured one.
 */
export function toDates({ from, to }: Days, form: DateMemory["form"], zone: string): Days {
  if (form === "days") return { from, to };
  if (form === "times") return { from: from && `${from}T00:00:00`, to: to && `${to}T23:59:59` };
  return {
    from: from && inUtc(startOfDay(from, "UTC").getTime() - earliestZoneMs),
    to: to && inUtc(Math.max(endOfDay(to, zone).getTime(), endOfDay(to, "UTC").getTime()) - 1_000),
  };
}

function inUtc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
