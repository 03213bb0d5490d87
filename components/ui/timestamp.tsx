"use client";

import { useLocale } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";
import { useEnvironment } from "./environment-context.tsx";

type Props = { at: string; precision?: "second" | "time" | "minute" | "row" };

/** An instant in the environment's zone, the same on server and browser. The title has the exact time and the zone. */
export function Timestamp({ at, precision = "second" }: Props) {
  const { zone } = useEnvironment();
  const locale = useLocale();
  return (
    <time dateTime={at} title={`${at} · ${zone}`} className="whitespace-nowrap">
      {toText(new Date(at), { locale, zone, precision })}
    </time>
  );
}

/** A row of an earlier year has its year in place of the time of day. */
function toText(at: Date, wanted: Parameters<typeof instantFormat>[0]): string {
  const isOlder = wanted.precision === "row" && at.getUTCFullYear() !== new Date().getUTCFullYear();
  return instantFormat(isOlder ? { ...wanted, precision: "olderRow" } : wanted)
    .format(at)
    .replace(",", "");
}
