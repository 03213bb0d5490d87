"use client";

import { useLocale } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";

/** Formats a day (YYYY-MM-DD) in the user's language. */
export function useDay(): (day: string) => string {
  const locale = useLocale();
  const format = instantFormat({ locale, zone: "UTC", precision: "day" });
  return (day) => format.format(new Date(day));
}
