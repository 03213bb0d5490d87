"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { datePresets, type Range } from "./date-presets.ts";
import { FilterChips } from "./filter-chips.tsx";
import { SlidersHorizontal } from "./icons.tsx";

type Props = {
  /** Chips of the active filters. */
  chips: readonly { key: string; label: string; value: string }[];
  onClear: (key: string) => void;
  onClearAll: () => void;
  /** The time zone of the date presets, which are offered when it is set. */
  presets: { zone: string; onChoose: (range: Range) => void };
  /** The fields, side by side where they fit. */
  children: ReactNode;
};

/** A list's filters with chips for the active ones. On narrow screens the fields are collapsed, so that rows come first. */
export function FilterBar({ chips, onClear, onClearAll, presets, children }: Props) {
  const t = useTranslations("table");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="hidden pb-2 print:block">
        {chips.length === 0
          ? t("filters.none")
          : t("filters.printed", { filters: chips.map(({ label, value }) => `${label} ${value}`).join("; ") })}
      </p>
      <section aria-label={t("filters.title")} className="flex flex-col gap-2 pb-3 print:hidden">
        <Button size="sm" variant="secondary" className="w-fit sm:hidden" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {chips.length === 0 ? t("filters.title") : t("filters.titleCount", { count: chips.length })}
        </Button>
        {/* Fields, then more of them beside the presets. */}
        <div
          className={`flex-row flex-wrap items-center justify-between gap-x-3 gap-y-2 sm:flex [&>:first-child]:w-full [&>[open]]:w-full ${isOpen ? "flex" : "hidden"}`}
        >
          {children}
          <div className="flex flex-wrap gap-1">
            {datePresets(presets.zone).map(({ key, range }) => (
              <Button key={key} size="sm" variant="tertiary" onPress={() => presets.onChoose(range)}>
                {t(`presets.${key}`)}
              </Button>
            ))}
          </div>
        </div>
        <FilterChips chips={chips} onClear={onClear} onClearAll={onClearAll} />
      </section>
    </>
  );
}
