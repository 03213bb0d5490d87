import type { LanguageTag } from "#lib/core/languages.ts";

type Wanted = { locale: LanguageTag; zone: string; precision: "second" | "time" | "minute" | "day" };

/** Bulgarian, as German, without the "г." behind the year, which a column has no room for. */
const written: Partial<Record<LanguageTag, string>> = { "en-GB": "sv-SE", "bg-BG": "de-DE" };

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * How an instant is written to the second, or only its time of day, that to the minute, or its day. English writes ISO's order, which sorts and is read
 * out alike everywhere; other languages as their readers are used to. Kept, since making one costs far more than using it.
 */
export function instantFormat({ locale, zone, precision }: Wanted): Intl.DateTimeFormat {
  const name = `${locale} ${precision} ${zone}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat(written[locale] ?? locale, { ...parts(precision), timeZone: zone });
  formats.set(name, made);
  return made;
}

function parts(precision: Wanted["precision"]): Intl.DateTimeFormatOptions {
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  if (precision === "minute") return { hour: time.hour, minute: time.minute };
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return precision === "time" ? time : precision === "day" ? day : { ...day, ...time };
}
