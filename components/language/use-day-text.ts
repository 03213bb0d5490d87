"use client";

import { useFormatter, useLocale } from "next-intl";

const asDay = { year: "numeric", month: "2-digit", day: "2-digit", timeZone: "UTC" } as const;

/** Formats a calendar day ("2026-03-04"): unchanged in English, otherwise as the language does. */
export function useDayText(): (day: string) => string {
  const locale = useLocale();
  const format = useFormatter();
  return (day) => (locale === "en-GB" ? day : format.dateTime(new Date(`${day}T00:00:00Z`), asDay));
}
