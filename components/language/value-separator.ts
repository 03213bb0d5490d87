import type { LanguageTag } from "#lib/core/languages.ts";

/** Between a name and its value on one line; only French has a space before the colon. */
export function valueSeparator(locale: LanguageTag): string {
  return locale.startsWith("fr") ? "\u00a0: " : ": ";
}
