"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { PageNotice } from "#components/ui/page-notice.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { restoreQuery } from "#lib/queries/restore.ts";

/** Shows on every page that a restore shut payments and refunds, since when, and where an administrator opens them. */
export function RestoreNotice({ environment }: { environment: string }) {
  const t = useTranslations("restore.notice");
  const { data } = useQuery(restoreQuery(environment));
  const fence = data?.fence;
  const notice =
    fence && !fence.openedAt
      ? {
          tone: "warning" as const,
          title: t("shut"),
          text: t.rich("text", { time: () => <Timestamp at={fence.restoredAt} precision="row" /> }),
          link: { href: `/${environment}/settings/restore`, text: t("open") },
        }
      : undefined;
  return <PageNotice notice={notice} />;
}
