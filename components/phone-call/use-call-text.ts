"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { instantFormat } from "#components/language/instant-format.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import type { PhoneCall } from "./call-store.ts";

/** What the note says before it is edited: when the call was. */
export function useCallText({ startedAt }: PhoneCall): string {
  const t = useTranslations("phoneCall");
  const locale = useLocale();
  const { zone } = useEnvironment();
  const [now] = useState(() => new Date());
  const format = (precision: "day" | "minute", at: Date) => instantFormat({ locale, zone, precision }).format(at);
  const started = new Date(startedAt);
  return t("text", { day: format("day", started), from: format("minute", started), to: format("minute", now), zone });
}
