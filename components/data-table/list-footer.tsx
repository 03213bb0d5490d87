"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ShortcutKeys } from "#components/shortcuts/shortcut-keys.tsx";
import { useCopyText } from "#components/ui/use-copy-text.ts";
import type { SelectedRows } from "./use-selected-rows.ts";

type Props<Row> = {
  /** Loaded rows; undefined while there are none yet. */
  count: number | undefined;
  hasMore?: boolean | undefined;
  selected: SelectedRows<Row>;
  copyOf: (row: Row) => string;
  keys: readonly ListKey[];
  /** Other things to do with the selected rows. */
  children?: ReactNode;
};

type ListKey = "preview" | "open" | "select" | "copy";

/** Below the rows of a list: how many there are and its keys, or what can be done with the selected rows. */
export function ListFooter<Row>({ count, hasMore = false, selected, copyOf, keys, children }: Props<Row>) {
  const t = useTranslations("table");
  const copyText = useCopyText();
  const { rows, clear } = selected;
  if (rows.length === 0) {
    return (
      <>
        <p className="whitespace-nowrap text-xs">
          {count === undefined || (count === 0 && hasMore) ? "" : t(hasMore ? "footer.loaded" : "footer.all", { count })}
        </p>
        <KeyHints keys={keys} />
      </>
    );
  }
  const copy = () => {
    const lines = rows.map(copyOf).filter((line) => line !== "");
    copyText(lines.join("\n"), t("footer.copiedRows", { count: lines.length }));
  };
  return (
    <div className="fading-line -m-1 flex min-w-0 grow basis-0 items-center gap-2 whitespace-nowrap p-1">
      <p role="status">{t("footer.selected", { count: rows.length })}</p>
      {children}
      <Button size="sm" variant="secondary" onPress={copy}>
        {t("footer.copy")}
      </Button>
      <Button size="sm" variant="ghost" onPress={clear}>
        {t("footer.clear")}
      </Button>
    </div>
  );
}

/** The keys of a list, as many as there is room for. The help behind `?` has them all. */
export function KeyHints({ keys }: { keys: readonly ListKey[] }) {
  const t = useTranslations("table.footer.keys");
  return (
    <ul
      aria-hidden="true"
      className="@container ms-auto hidden h-6 min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3 overflow-hidden text-muted text-xs lg:flex print:hidden"
    >
      <li className="@max-[8rem]:hidden flex h-6 items-center gap-1">
        <ShortcutKeys name="next" />
        <ShortcutKeys name="previous" /> {t("move")}
      </li>
      {keys.map((key) => (
        <li key={key} className="@max-[8rem]:hidden flex h-6 items-center gap-1">
          <ShortcutKeys name={key} /> {t(key)}
        </li>
      ))}
    </ul>
  );
}
