"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";

/**
 * Skips the navigation. The address gets no `#main`: the router ignores history entries that it did not create, and going
 * back over one would do nothing.
 */
export function SkipLink() {
  const t = useTranslations("frame.navigation");
  return (
    <Link
      href="#main"
      prefetch={false}
      className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:bg-surface focus:p-2"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}
    >
      {t("skip")}
    </Link>
  );
}
