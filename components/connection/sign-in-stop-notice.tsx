"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { signInStopQuery } from "#lib/queries/connection.ts";

/** Says on every page that sign-in of the whole environment is stopped: why, since when, who can resume it, and where. */
export function SignInStopNotice({ environment }: { environment: string }) {
  const t = useTranslations("connection.stop.banner");
  const { data } = useQuery(signInStopQuery(environment));
  const stop = data?.stop;
  return (
    <div role="status" className="border-border border-b bg-surface-tertiary px-4 py-1.5 text-center empty:hidden">
      {stop ? (
        <>
          <StatusMark tone="danger">{t("title")}</StatusMark>{" "}
          {t.rich("text", { cause: t(`causes.${stop.cause}`), time: () => <Timestamp at={stop.at} precision="row" /> })}{" "}
          <Link href={`/${environment}/settings/connection`} className="text-accent underline underline-offset-2">
            {t("open")}
          </Link>
        </>
      ) : null}
    </div>
  );
}
