"use client";

import { useLocale } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";

/** Formats an instant in the environment's zone, for places where no element can be rendered. */
export function useTimeText(): (time: string) => string {
  const { zone } = useEnvironment();
  const locale = useLocale();
  const format = instantFormat({ locale, zone, precision: "second" });
  return (time) => format.format(new Date(time));
}
