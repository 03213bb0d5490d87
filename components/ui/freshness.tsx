"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { Timestamp } from "#components/timestamp.tsx";

type Props = { asOf: string | undefined; scope: string; isRefreshing: boolean; onRefresh: () => void };

/** "as of 12:03:11, sandbox, Corner Cafe" and a way to look again. */
export function Freshness({ asOf, scope, isRefreshing, onRefresh }: Props) {
  const t = useTranslations("table.freshness");
  const names = useTranslations("frame.environment.inline");
  const { environment, zone } = useEnvironment();
  const where = { environment: names(environment), scope };
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
      {asOf ? (
        <span>{t.rich("asOf", { ...where, zone, at: () => <Timestamp at={asOf} precision="time" /> })}</span>
      ) : (
        <span>{t("waiting", where)}</span>
      )}
      <Button size="sm" variant="ghost" isPending={isRefreshing} onPress={onRefresh}>
        {t("refresh")}
      </Button>
    </p>
  );
}
