"use client";

import { Button, Spinner } from "@heroui/react";
import { useTranslations } from "next-intl";

export type More = { hasMore: boolean; isLoading: boolean; onMore: () => void };

/** The end of a list that has more pages: a row of its own, since a grid has no other children. */
export function GridEnd({ hasMore, isLoading, onMore }: More) {
  const t = useTranslations("table");
  const isShown = hasMore || isLoading;
  // Always rendered: inserting a last child makes the browser recalculate the style of every row.
  return (
    <div
      role={isShown ? "row" : undefined}
      className={isShown ? "flow-end flex h-10 items-center justify-center print:hidden" : "hidden"}
    >
      {isShown ? (
        <div role="gridcell">
          {isLoading ? (
            <Spinner size="sm" aria-label={t("loadingMore")} />
          ) : (
            <Button size="sm" variant="secondary" onPress={onMore}>
              {t("loadMore")}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}
