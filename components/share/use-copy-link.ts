"use client";

import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.ts";

/** The address contains filters, order and period, so its recipient sees the same view. */
export function useCopyLink(): () => Promise<void> {
  const t = useTranslations("share");
  return async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      toast.success(t("copied"));
    } catch {
      toast.danger(t("notCopied"));
    }
  };
}
