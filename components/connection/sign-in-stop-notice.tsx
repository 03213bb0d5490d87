"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { PageNotice } from "#components/ui/page-notice.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { signInStopQuery } from "#lib/queries/connection.ts";

/** Says on every page that sign-in of the whole environment is stopped: why, since when, who can resume it, and where. */
export function SignInStopNotice({ environment }: { environment: string }) {
  const t = useTranslations("connection.stop.banner");
  const { data } = useQuery(signInStopQuery(environment));
  const stop = data?.stop;
  const notice = stop && {
    tone: "danger" as const,
    title: t("title"),
    text: t.rich("text", { cause: t(`causes.${stop.cause}`), time: () => <Timestamp at={stop.at} precision="row" /> }),
    link: { href: `/${environment}/settings/connection`, text: t("open") },
  };
  return <PageNotice notice={notice ?? undefined} />;
}
