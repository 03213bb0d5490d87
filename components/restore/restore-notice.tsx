"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { restoreQuery } from "#lib/queries/restore.ts";

/** Shows on every page that a restore shut payments and refunds, since when, and where an administrator opens them. */
export function RestoreNotice({ environment }: { environment: string }) {
  const t = useTranslations("restore");
  const { data } = useQuery(restoreQuery(environment));
  const fence = data?.fence;
  return (
    <div role="status" className="border-border border-b bg-surface-tertiary px-4 py-1.5 text-center empty:hidden">
      {fence && !fence.openedAt ? (
        <>
          <StatusMark tone="warning">{t("notice.shut")}</StatusMark>{" "}
          {t.rich("notice.text", { time: () => <Timestamp at={fence.restoredAt} precision="row" /> })}{" "}
          <Link href={`/${environment}/settings/restore`} className="text-accent underline underline-offset-2">
            {t("notice.open")}
          </Link>
        </>
      ) : null}
    </div>
  );
}
