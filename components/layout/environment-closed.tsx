"use client";

import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { Link } from "#components/ui/link.tsx";
import { errorMessage } from "#lib/core/errors.ts";
import { NoticePage } from "./notice-page.tsx";

/** Shown instead of every page of an environment that this user may not open. */
export function EnvironmentClosed() {
  const t = useTranslations("frame");
  const say = useSay();
  return (
    <NoticePage
      title={t("environmentClosed.title")}
      action={
        <Link href="/sandbox" className="text-accent underline underline-offset-2">
          {t("environmentClosed.toSandbox")}
        </Link>
      }
    >
      {say(errorMessage("environment_closed"))}
    </NoticePage>
  );
}
