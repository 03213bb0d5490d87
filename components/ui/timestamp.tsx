"use client";

import { useLocale } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";
import type { LanguageTag } from "#lib/core/languages.ts";
import { useEnvironment } from "./environment-context.tsx";

type Props = { at: string; precision?: "second" | "time" | "minute" | "row" };

/** An instant in the environment's zone, the same on server and browser. The title has the exact time and the zone. */
export function Timestamp({ at, precision = "second" }: Props) {
  const { zone } = useEnvironment();
  const locale = useLocale();
  const instant = new Date(at);
  const exact = `${instantFormat({ locale, zone, precision: "second" }).format(instant)} ${zone}`;
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap">
      {precision === "row" ? toRowText(instant, { locale, zone }) : instantFormat({ locale, zone, precision }).format(instant)}
    </time>
  );
}

/** "22 Nov 14:23"; a row of an earlier year has its year in place of the time of day. */
function toRowText(at: Date, wanted: { locale: LanguageTag; zone: string }): string {
  const isOlder = at.getUTCFullYear() !== new Date().getUTCFullYear();
  if (isOlder) return instantFormat({ ...wanted, precision: "day" }).format(at);
  return instantFormat({ ...wanted, precision: "row" })
    .format(at)
    .replace(",", "");
}
