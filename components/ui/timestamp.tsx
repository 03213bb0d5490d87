"use client";

import { useLocale, useTranslations } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";
import { dayOf } from "#lib/core/days.ts";
import type { LanguageTag } from "#lib/core/languages.ts";
import { useEnvironment } from "./environment-context.tsx";
import { isThisYear } from "./is-this-year.ts";

type Props = { at: string; isEstimated?: boolean | undefined; precision?: "second" | "time" | "minute" | "row" };

/** An instant in the environment's zone, the same on server and browser. The title has the exact time and the zone, or that it is an estimate. */
export function Timestamp({ at, isEstimated, precision = "second" }: Props) {
  const { zone } = useEnvironment();
  const locale = useLocale();
  const t = useTranslations("common");
  const instant = new Date(at);
  const exact = `${instantFormat({ locale, zone, precision: "second" }).format(instant)} ${zone}`;
  const shown =
    precision === "row" ? toRowText(instant, { locale, zone }) : instantFormat({ locale, zone, precision }).format(instant);
  return (
    <time dateTime={at} title={isEstimated ? t("estimatedTime", { exact }) : exact} className="whitespace-nowrap">
      {isEstimated ? `≈ ${shown}` : shown}
    </time>
  );
}

/** "22 Nov 14:23"; a row of an earlier year has its year in place of the time of day. */
function toRowText(at: Date, wanted: { locale: LanguageTag; zone: string }): string {
  if (!isThisYear(dayOf(at, wanted.zone), wanted.zone)) return instantFormat({ ...wanted, precision: "day" }).format(at);
  return instantFormat({ ...wanted, precision: "row" })
    .format(at)
    .replace(",", "");
}
