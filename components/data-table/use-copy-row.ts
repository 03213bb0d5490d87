import { useTranslations } from "next-intl";
import { useCallback, useRef } from "react";
import { useCopyText } from "#components/ui/use-copy-text.ts";

type Rows<Row> = { rowAt: (index: number) => Row | undefined; copyOf: ((row: Row) => string) | undefined };

/** Copies the text of a row, and says so. */
export function useCopyRow<Row>(rows: Rows<Row>): (index: number) => void {
  const t = useTranslations("table");
  const copyText = useCopyText();
  const latest = useRef(rows);
  latest.current = rows;
  return useCallback(
    (index) => {
      const { rowAt, copyOf } = latest.current;
      const row = rowAt(index);
      const text = row === undefined ? undefined : copyOf?.(row);
      if (text) copyText(text, t("copied", { text }));
    },
    [copyText, t],
  );
}
