import type { LanguageTag } from "#lib/core/languages.ts";

type Wanted = { locale: LanguageTag; zone: string; precision: "second" | "time" | "minute" | "day" | "row" | "olderRow" };

/** Bulgarian uses the German format: its own has a "г." after the year, too long for a column. */
const written: Partial<Record<LanguageTag, string>> = { "en-GB": "sv-SE", "bg-BG": "de-DE" };

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats an instant to the second, its time of day to the minute, or its day. English uses ISO order, which sorts and is
 * read the same everywhere; other languages use their own. Cached, because creating a format costs far more than using it.
 */
export function instantFormat({ locale, zone, precision }: Wanted): Intl.DateTimeFormat {
  const name = `${locale} ${precision} ${zone}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat(isRow(precision) ? locale : (written[locale] ?? locale), {
    ...parts(precision),
    timeZone: zone,
  });
  formats.set(name, made);
  return made;
}

/** In a row of a list: "22 Nov 14:23", with the year where it is not this one. */
function isRow(precision: Wanted["precision"]): boolean {
  return precision === "row" || precision === "olderRow";
}

function parts(precision: Wanted["precision"]): Intl.DateTimeFormatOptions {
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  if (precision === "row") return { day: "numeric", month: "short", hour: time.hour, minute: time.minute };
  if (precision === "olderRow") return { day: "numeric", month: "short", year: "numeric" };
  if (precision === "minute") return { hour: time.hour, minute: time.minute };
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return precision === "time" ? time : precision === "day" ? day : { ...day, ...time };
}
