"use client";

import { Button, Spinner } from "@heroui/react";
import { useTranslations } from "next-intl";

export type More = { hasMore: boolean; isLoading: boolean; onMore: () => void };

/** The end of a list of which there is more. */
export function MoreRows({ hasMore, isLoading, onMore }: More) {
  const t = useTranslations("table");
  // Always there: a new last child has every row below its parent matched against the style sheet again.
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
