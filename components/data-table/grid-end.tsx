"use client";

import { Button, Spinner } from "@heroui/react";
import { useTranslations } from "next-intl";

export type More = { hasMore: boolean; isLoading: boolean; onMore: () => void };

/** The end of a list that has more pages: a row of its own, since a grid has no other children. */
export function GridEnd(more: More) {
  const isShown = more.hasMore || more.isLoading;
  // Always rendered: inserting a last child makes the browser recalculate the style of every row.
  return (
    <div
      role={isShown ? "row" : undefined}
      className={isShown ? "flow-end flex h-10 items-center justify-center print:hidden" : "hidden"}
    >
      {isShown ? (
        <div role="gridcell">
          <MoreButton {...more} />
        </div>
      ) : null}
    </div>
  );
}

/** Loads the next page, also of a list without rows so far. */
export function MoreButton({ isLoading, onMore }: More) {
  const t = useTranslations("table");
  if (isLoading) return <Spinner size="sm" aria-label={t("loadingMore")} />;
  return (
    <Button size="sm" variant="secondary" onPress={onMore}>
      {t("loadMore")}
    </Button>
  );
}
