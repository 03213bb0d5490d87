"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useEnvironment } from "./environment-context.tsx";
import { StatusMark } from "./status-mark.tsx";
import { Timestamp } from "./timestamp.tsx";
import { useIsOld } from "./use-is-old.ts";

type Props = { asOf: string | undefined; scope: string; isRefreshing: boolean; onRefresh: () => void };

/** "as of 12:03:11, sandbox, Corner Cafe", marked when that is long ago, with a refresh button. */
export function Freshness({ asOf, scope, isRefreshing, onRefresh }: Props) {
  const t = useTranslations("table.freshness");
  const names = useTranslations("frame.environment.inline");
  const { environment, zone } = useEnvironment();
  const isOld = useIsOld(asOf);
  const where = { environment: names(environment), scope };
  return (
    <p className="flex min-w-0 items-center gap-x-1 text-muted text-xs">
      {asOf ? (
        <span>
          {isOld ? (
            <>
              <StatusMark tone="warning">{t("old")}</StatusMark> ·{" "}
            </>
          ) : null}
          {t.rich("asOf", { ...where, zone, at: () => <Timestamp at={asOf} precision="time" /> })}
        </span>
      ) : (
        <span>{t("waiting", where)}</span>
      )}
      <Button size="sm" variant="ghost" className="shrink-0" isPending={isRefreshing} onPress={onRefresh}>
        {t("refresh")}
      </Button>
    </p>
  );
}
