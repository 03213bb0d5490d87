"use client";

import { Spinner } from "@heroui/react";
import { useLinkStatus } from "next/link";
import { useTranslations } from "next-intl";

/** Inside a link: shows that its page is loading, after a short delay. */
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
