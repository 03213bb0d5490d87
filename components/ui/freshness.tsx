"use client";

import { useTranslations } from "next-intl";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { useEnvironment } from "./environment-context.tsx";
import { RefreshCw } from "./icons.tsx";
import { StatusMark } from "./status-mark.tsx";
import { Timestamp } from "./timestamp.tsx";
import { useIsOld } from "./use-is-old.ts";

type Props = {
  asOf: string | undefined;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** The page says elsewhere in which zone its times are. */
  hasZone?: boolean;
};

/** "Updated 12:03:11 UTC" with a refresh button, on a telephone only the time; marked, and with its day, when that is long ago. */
export function Freshness({ asOf, isRefreshing, onRefresh, hasZone = true }: Props) {
  const t = useTranslations("table.freshness");
  const { zone } = useEnvironment();
  const isOld = useIsOld(asOf);
  const time = asOf ? <Timestamp at={asOf} precision={isOld ? "row" : "time"} /> : null;
  return (
    <p className="flex min-w-0 items-center gap-x-1 text-muted text-xs">
      {asOf ? (
        <span>
          {isOld ? (
            <>
              <StatusMark tone="warning">{t("old")}</StatusMark> ·{" "}
            </>
          ) : null}
          <span className="not-print:max-md:sr-only">{t.rich("asOf", { zone: hasZone ? zone : "", at: () => time })}</span>
          <span aria-hidden="true" className="not-print:max-md:inline hidden">
            {time}
          </span>
        </span>
      ) : null}
      <IconButton label={t("refresh")} className="shrink-0 text-muted" isPending={isRefreshing} onPress={onRefresh}>
        <RefreshCw aria-hidden="true" className={`size-3.5 ${isRefreshing ? "animate-spin" : ""}`} />
      </IconButton>
    </p>
  );
}
