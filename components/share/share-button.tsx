"use client";

import { useTranslations } from "next-intl";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { Link2 } from "#components/ui/icons.tsx";
import { useCopyLink } from "./use-copy-link.ts";

/** Shares the current page by its address. */
export function ShareButton() {
  const t = useTranslations("share");
  const copyLink = useCopyLink();
  return (
    <IconButton label={t("name")} onPress={copyLink} className="max-sm:hidden">
      <Link2 aria-hidden="true" />
    </IconButton>
  );
}
