"use client";

import { useLocale, useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import type { TimelineEntry } from "#lib/contract/notification.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { RecordEvent } from "./what-happened.tsx";

type HistoryEvent = RecordEvent & { isReversalCause: boolean };

/** That it was received again, and where an example comes from. */
const detailReasons = new Set<string | undefined>(["timeline_again", "timeline_example"]);

/** The events that the server describes, as every record shows them; `base` is the merchant's address. */
export function useHistoryEvents(history: readonly TimelineEntry[], base: string): HistoryEvent[] {
  const t = useTranslations("notifications");
  const locale = useLocale();
  const say = useSay();
  return history.map(({ at, isTimeEstimated, tone, id, booked, text, textDetails }, index) => ({
    ...{ at, isTimeEstimated, tone, id: `history ${index} ${at}` },
    // Other messages about the order fold, but for reversals.
    isDetail: (id !== null && tone !== "danger") || detailReasons.has(textDetails.reason),
    isReversalCause: textDetails.reason === "timeline_answered_without_ok",
    text: booked
      ? t("timeline.booked", { amount: `${formatMoney(booked, locale)} ${booked.currency}` })
      : say({ message: text, ...textDetails }),
    href: id === null ? undefined : `${base}/notifications/${id}`,
  }));
}
