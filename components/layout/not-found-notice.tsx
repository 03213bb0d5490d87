"use client";

import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Link } from "#components/ui/link.tsx";
import { NoticePage } from "./notice-page.tsx";

/** For an unknown address within an environment. A merchant that this user may not see looks the same. */
export function NotFoundNotice() {
  const t = useTranslations("frame.notFound");
  const { environment } = useEnvironment();
  const { merchant } = useParams<{ merchant?: string }>();
  return (
    <NoticePage
      title={merchant === undefined ? t("page") : t("merchantOrPage")}
      action={
        <>
          <Link href={`/${environment}`} className="text-accent underline underline-offset-2">
            {t("toOverview")}
          </Link>
          <Link href={`/${environment}/find`} className="text-accent underline underline-offset-2">
            {t("find")}
          </Link>
        </>
      }
    >
      {t("text")}
    </NoticePage>
  );
}
