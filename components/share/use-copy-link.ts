"use client";

import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.ts";

/** The address holds filters, order and period: whoever opens it sees the same view. */
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
