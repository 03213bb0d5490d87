"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";

type Props = { count: number; onShow: () => void };

/** Over the first rows in view, under the headings: what came while somebody looked farther down, and the way there. */
export function RowsAbove({ count, onShow }: Props) {
  const t = useTranslations("table");
  // Always there: a new sibling has every row of the table matched against the style sheet again.
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
