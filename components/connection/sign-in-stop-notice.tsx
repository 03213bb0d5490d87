"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { PageNotice } from "#components/ui/page-notice.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { signInStopQuery } from "#lib/queries/connection.ts";
import { useIsAdminOfAll } from "./guard-actions.tsx";

/**
 * Says on every page but the connection's that sign-in of the whole environment is stopped: why, since when, who can resume it, and
 * where.
 */
export function SignInStopNotice({ environment }: { environment: string }) {
  const t = useTranslations("connection.stop.banner");
  const { data } = useQuery(signInStopQuery(environment));
  const isAdminOfAll = useIsAdminOfAll();
  const connection = `/${environment}/settings/connection`;
  // The connection's page says it itself, to those who may open it.
  const isSaid = usePathname() === connection && isAdminOfAll;
  const stop = isSaid ? null : data?.stop;
  const notice = stop && {
    tone: "danger" as const,
    title: t("title"),
    text: t.rich(isAdminOfAll ? "textForAdmin" : "text", {
      cause: t(`causes.${stop.cause}`),
      time: () => <Timestamp at={stop.at} precision="row" />,
    }),
    link: { href: connection, text: t("open") },
  };
  return <PageNotice notice={notice ?? undefined} />;
}
