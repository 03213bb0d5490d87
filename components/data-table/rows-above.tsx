"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";

type Props = { count: number; onShow: () => void };

/** Number of rows that were inserted above the viewport, and a button that scrolls to them. */
export function RowsAbove({ count, onShow }: Props) {
  const t = useTranslations("table");
  // Always rendered: inserting a sibling makes the browser recalculate the style of every row.
  return (
    <div className="relative z-10 h-0 print:hidden">
      {count > 0 ? (
        <Button size="sm" variant="primary" className="absolute top-12 left-1/2 -translate-x-1/2 shadow-lg" onPress={onShow}>
          <span aria-hidden="true">↑</span> {t("newAbove", { count })}
        </Button>
      ) : null}
    </div>
  );
}
