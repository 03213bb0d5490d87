"use client";

import { Spinner } from "@heroui/react";
import { useLinkStatus } from "next/link";
import { useTranslations } from "next-intl";

/** Inside a link: its page is on its way. Shown only when that takes longer than a moment. */
export function LinkPending() {
  const t = useTranslations("frame.navigation");
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return (
    <span className="ml-auto flex opacity-100 transition-opacity delay-200 starting:opacity-0">
      <Spinner size="sm" aria-label={t("loadingPage")} />
    </span>
  );
}
