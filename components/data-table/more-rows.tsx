"use client";

import { Button, Spinner } from "@heroui/react";
import { useTranslations } from "next-intl";

export type More = { hasMore: boolean; isLoading: boolean; onMore: () => void };

/** The end of a list that has more pages. */
export function MoreRows({ hasMore, isLoading, onMore }: More) {
  const t = useTranslations("table");
  // Always rendered: inserting a last child makes the browser recalculate the style of every row.
  return (
    <div className={hasMore || isLoading ? "flow-end flex h-10 items-center justify-center print:hidden" : "hidden"}>
      {isLoading ? <Spinner size="sm" aria-label={t("loadingMore")} /> : null}
      {hasMore && !isLoading ? (
        <Button size="sm" variant="secondary" onPress={onMore}>
          {t("loadMore")}
        </Button>
      ) : null}
    </div>
  );
}
