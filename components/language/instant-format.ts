import type { LanguageTag } from "#lib/core/languages.ts";

type Wanted = { locale: LanguageTag; zone: string; precision: "second" | "time" | "minute" | "day" | "row" };

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats an instant: to the second in a record ("22 Nov 2026, 14:23:46"), to the minute in the row of a list, its time of day,
 * or its day. Cached, because creating a format costs far more than using it.
 */
export function instantFormat({ locale, zone, precision }: Wanted): Intl.DateTimeFormat {
  const name = `${locale} ${precision} ${zone}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...parts[precision], timeZone: zone });
  formats.set(name, made);
  return made;
}

const minute = { hour: "2-digit", minute: "2-digit" } as const;
const time = { ...minute, second: "2-digit" } as const;
const dayOfYear = { day: "numeric", month: "short" } as const;
const day = { ...dayOfYear, year: "numeric" } as const;
const parts: Record<Wanted["precision"], Intl.DateTimeFormatOptions> = {
  second: { ...day, ...time },
  time,
  minute,
  day,
  row: { ...dayOfYear, ...minute },
};
