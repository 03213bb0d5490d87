import { useTranslations } from "next-intl";
import { useCallback, useRef } from "react";
import { toast } from "#components/ui/toast.ts";

type Rows<Row> = { rowAt: (index: number) => Row | undefined; copyOf: ((row: Row) => string) | undefined };

/** Copies a text, and shows the message when it is copied or says that the browser refused. */
export function useCopyText(): (text: string, message: string) => void {
  const t = useTranslations("table");
  return useCallback(
    (text, message) => {
      Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
        () => toast.success(message),
        () => toast.danger(t("copyRefused")),
      );
    },
    [t],
  );
}

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
