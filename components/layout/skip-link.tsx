"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";

/**
 * Past the navigation to the page's content. The address keeps no `#main`: the router does not know entries of the
 * history that it did not make, and would stand still on the way back over one.
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
