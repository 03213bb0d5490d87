"use client";

import { useLocale } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";

/** An instant as text in the environment's zone, for where no element can stand. */
export function useTimeText(): (at: string) => string {
  const { zone } = useEnvironment();
  const locale = useLocale();
  const format = instantFormat({ locale, zone, precision: "second" });
  return (at) => format.format(new Date(at));
}
