"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { X } from "./icons.tsx";

type Props = {
  chips: readonly { key: string; label: string; value: string }[];
  onClear: (key: string) => void;
  onClearAll: () => void;
};

/** The active filters, each with a button that clears it. */
export function FilterChips({ chips, onClear, onClearAll }: Props) {
  const t = useTranslations("table.filters");
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t("active")} className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, label, value }) => (
        <li key={key}>
          <Button size="sm" variant="secondary" aria-label={t("clear", { label, value })} onPress={() => onClear(key)}>
            {t("chip", { label, value })}
            <X aria-hidden="true" className="size-3.5" />
          </Button>
        </li>
      ))}
      <li>
        <Button size="sm" variant="ghost" onPress={onClearAll}>
          {t("clearAll")}
        </Button>
      </li>
    </ul>
  );
}
