"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { instantFormat } from "#components/language/instant-format.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import type { PhoneCall } from "./call-store.ts";

/** What the note says before it is edited: when the call was, and what was opened. */
export function useCallText({ startedAt, records }: PhoneCall): string {
  const t = useTranslations("phoneCall");
  const locale = useLocale();
  const { zone } = useEnvironment();
  const [now] = useState(() => new Date());
  const format = (precision: "day" | "minute", at: Date) => instantFormat({ locale, zone, precision }).format(at);
  const started = new Date(startedAt);
  const times = { day: format("day", started), from: format("minute", started), to: format("minute", now), zone };
  return t("text", { ...times, names: records.map(({ name }) => name).join(", ") });
}
