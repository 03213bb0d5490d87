"use client";

import { useLocale, useTranslations } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";
import { useEnvironment } from "#components/layout/environment-context.tsx";

type Props = { at: string; precision?: "second" | "time" };

/** An instant in the environment's zone, the same on server and browser. The full time with its zone is in the title. */
export function Timestamp({ at, precision = "second" }: Props) {
  const { zone } = useEnvironment();
  const locale = useLocale();
  const t = useTranslations("time");
  return (
    <time dateTime={at} title={t("shownIn", { at, zone })} className="whitespace-nowrap">
      {instantFormat({ locale, zone, precision }).format(new Date(at))}
    </time>
  );
}
