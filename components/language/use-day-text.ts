"use client";

import { useLocale } from "next-intl";
import { instantFormat } from "./instant-format.ts";

/** Formats a calendar day ("2026-03-04") in the user's language, as "4 Mar 2026". */
export function useDayText(): (day: string) => string {
  const locale = useLocale();
  const format = instantFormat({ locale, zone: "UTC", precision: "day" });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}
