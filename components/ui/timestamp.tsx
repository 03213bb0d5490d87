"use client";

import { useLocale } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";
import { useEnvironment } from "./environment-context.tsx";

type Props = { at: string; precision?: "second" | "time" | "minute" };

/** An instant in the environment's zone, the same on server and browser. The title has the exact time and the zone. */
export function Timestamp({ at, precision = "second" }: Props) {
  const { zone } = useEnvironment();
  const locale = useLocale();
  return (
    <time dateTime={at} title={`${at} · ${zone}`} className="whitespace-nowrap">
      {instantFormat({ locale, zone, precision }).format(new Date(at))}
    </time>
  );
}
