"use client";

import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";

/**
 * Skip the navigation. The address gets no fragment: the router ignores history entries that it did not create, and going
 * back over one would do nothing.
 */
export function SkipLinks() {
  const t = useTranslations("frame.navigation");
  return (
    <>
      <SkipLink target="#main">{t("skip")}</SkipLink>
      <SkipLink target="#main [role=grid] [tabindex='0'][data-index]">{t("skipToTable")}</SkipLink>
    </>
  );
}

/** Without the target, as on a page that has no table, it leads to the page's content. */
function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <Link
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:bg-surface focus:p-2"
      onClick={(event) => {
        event.preventDefault();
        const element = document.querySelector<HTMLElement>(target) ?? document.getElementById("main");
        element?.focus();
      }}
    >
      {children}
    </Link>
  );
}
