"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { Children, type ReactNode, useRef } from "react";
import { AddFilter } from "./add-filter.tsx";
import type { BarFilter } from "./bar-filter.ts";
import { FilterChip } from "./filter-chip.tsx";
import { Toolbar } from "./toolbar.tsx";
import { scrollOn, useHiddenCount } from "./use-hidden-count.ts";

type Printed = { label: string; value: string };

type Props = {
  /** A field before all others. */
  search: ReactNode;
  /** Shown before the chips: the days. */
  first: ReactNode;
  filters: readonly BarFilter[];
  /** All that is set, for print. */
  printed: readonly Printed[];
  /** What holds although nobody chose it, for print. */
  usual?: Printed | undefined;
  onClear: (key: string) => void;
  onClearAll: () => void;
  /** At the end of the line: order, columns. */
  tools: ReactNode;
};

/**
 * A list's filters in one line, so that filters never move the rows: the chips scroll sideways where they do not fit, and the number
 * of those out of view stands beside them. On a telephone the chips of a list with a search have a line of their own.
 */
export function FilterBar({ search, first, filters, printed, usual, onClear, onClearAll, tools }: Props) {
  const t = useTranslations("table.filters");
  const set = filters.filter(({ value, isElsewhere = false }) => value !== null && !isElsewhere);
  const chips = useRef<HTMLDivElement>(null);
  const hidden = useHiddenCount(chips);
  const hasOwnLine = Children.count(search) > 0 && first !== null;
  const onPaper = usual ? [usual, ...printed] : printed;
  return (
    <>
      <p className="hidden pb-2 print:block">
        {onPaper.length === 0
          ? t("none")
          : t("printed", { filters: onPaper.map(({ label, value }) => `${label} ${value}`).join("; ") })}
      </p>
      <section
        aria-label={t("title")}
        data-filtered={printed.length > 0 || undefined}
        data-stacked={hasOwnLine || undefined}
        className="group/filters relative -mx-1 mb-1 flex min-w-0 items-center gap-2 p-1 max-md:data-stacked:flex-wrap print:hidden"
      >
        {search}
        <Toolbar label={t("title")} className="contents">
          <div className="flex min-w-0 items-center gap-2 md:contents max-md:group-data-stacked/filters:order-last max-md:group-data-stacked/filters:w-full">
            <div ref={chips} className="fading-line relative -m-1 flex min-w-0 items-center gap-2 p-1 not-has-[li,button]:hidden">
              {first}
              <ul aria-label={t("active")} className="flex shrink-0 items-center gap-2 empty:hidden">
                {set.map(({ key, label, value, isWrong, input }) => (
                  <li key={key}>
                    <FilterChip label={label} value={value} isWrong={isWrong} onClear={() => onClear(key)}>
                      {input}
                    </FilterChip>
                  </li>
                ))}
              </ul>
            </div>
            <div className="flex shrink-0 items-center gap-2 md:grow">
              {hidden > 0 ? (
                <Button
                  size="sm"
                  variant="tertiary"
                  className="h-8 shrink-0 px-2"
                  aria-label={t("more", { count: hidden })}
                  onPress={() => scrollOn(chips)}
                >
                  +{hidden}
                </Button>
              ) : null}
              <AddFilter filters={filters} />
              {printed.length > 0 ? (
                <Button size="sm" variant="ghost" className="h-8 shrink-0 px-2 text-muted" onPress={onClearAll}>
                  {t("clearAll")}
                </Button>
              ) : null}
            </div>
          </div>
          <div className="flex shrink-0 items-center gap-1">{tools}</div>
        </Toolbar>
      </section>
    </>
  );
}
