"use client";

import { Button, Popover } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import type { BarFilter } from "./bar-filter.ts";
import { FocusFirst } from "./focus-first.tsx";
import { Plus } from "./icons.tsx";
import { OptionList } from "./option-list.tsx";
import { PopoverContent } from "./popover-content.tsx";

/** Sets a filter: its name is chosen, then its value, in the same popover. */
export function AddFilter({ filters }: { filters: readonly BarFilter[] }) {
  const t = useTranslations("table.filters");
  const [isOpen, setOpen] = useState(false);
  const [chosen, choose] = useState<string>();
  const filter = filters.find(({ key }) => key === chosen);
  useShortcut("filter", () => {
    // Not the one set before, which closed the popover itself.
    choose(undefined);
    setOpen(filters.length > 0);
  });
  if (filters.length === 0) return null;
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        choose(undefined);
      }}
    >
      <Button size="sm" variant="ghost" className="h-8 shrink-0 gap-1 border border-border border-dashed font-normal text-muted">
        <Plus aria-hidden="true" className="size-3.5" />
        <span className="group-data-filtered/filters:max-xl:sr-only">{t("add")}</span>
      </Button>
      <PopoverContent placement="bottom start">
        <Popover.Dialog aria-label={filter?.label ?? t("add")} className="p-1.5">
          <FocusFirst key={chosen}>
            {filter ? (
              filter.input(() => setOpen(false))
            ) : (
              <OptionList
                label={t("add")}
                options={filters.map(({ key, label }) => ({ value: key, label }))}
                chosen={filters.flatMap(({ key, value }) => (value === null ? [] : key))}
                onChoose={choose}
              />
            )}
          </FocusFirst>
        </Popover.Dialog>
      </PopoverContent>
    </Popover>
  );
}
