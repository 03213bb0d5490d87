"use client";

import { useTranslations } from "next-intl";
import { useCopyText } from "#components/ui/use-copy-text.ts";

/** The address contains filters, order and period, so its recipient sees the same view. */
export function useCopyLink(): () => void {
  const t = useTranslations("share");
  const copyText = useCopyText();
  return () => copyText(location.href, t("copied"));
}
