"use client";

import { Button } from "@heroui/react";
import { useLocale, useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { datePresets } from "#components/ui/date-presets.ts";
import { FilterChip } from "#components/ui/filter-chip.tsx";
import { FocusPlaceholder } from "#components/ui/focus-first.tsx";
import { Calendar } from "#components/ui/icons.tsx";
import { isThisYear } from "#components/ui/is-this-year.ts";

const DateRangePicker = lazy(() =>
  import("#components/ui/date-range-picker.tsx").then((module) => ({ default: module.DateRangePicker })),
);

type Range = { from: string | null; to: string | null };
type Props = Range & { zone: string; onChange: (range: Range) => void };
/** `usual`: the days of a list that does not show all of them by default; null until they are known. */
type FilterProps = Props & { usual?: Range | null | undefined };

/** The days of a list: typed, picked in a calendar, or one of the usual ranges. */
export function DaysFilter({ from, to, zone, onChange, usual }: FilterProps) {
  const t = useTranslations();
  const locale = useLocale();
  return (
    <FilterChip
      label={t("filters.daysLabel")}
      value={toDaysText({ from, to }, { locale, zone })}
      unset={usual === undefined ? t("common.allDays") : ((usual && toDaysText(usual, { locale, zone })) ?? "…")}
      icon={<Calendar aria-hidden="true" className="size-3.5 shrink-0 text-muted" />}
      onClear={() => onChange({ from: null, to: null })}
    >
      {(close) => <DaysInput {...{ from, to, zone, onChange, close }} />}
    </FilterChip>
  );
}

/** The days as they are set in a popover. */
export function DaysInput({ from, to, zone, onChange, close }: Props & { close: () => void }) {
  const t = useTranslations();
  return (
    <div className="flex w-76 flex-col gap-3 p-2">
      <div onKeyDownCapture={({ key, target }) => isTyping(target) && key === "Enter" && close()}>
        <Suspense fallback={<FocusPlaceholder />}>
          <DateRangePicker label={t("filters.days", { zone })} from={from} to={to} onChange={onChange} opensCalendar={false} />
        </Suspense>
      </div>
      <div className="flex flex-wrap gap-1">
        {datePresets(zone).map(({ key, range }) => (
          <Button
            key={key}
            size="sm"
            variant="tertiary"
            onPress={() => {
              onChange(range);
              close();
            }}
          >
            {t(`table.presets.${key}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

const isTyping = (target: EventTarget) => target instanceof Element && target.getAttribute("role") === "spinbutton";

/** "16 Nov – 22 Nov", with the year where it is not this one. Null where no day is set; a wrong day stands as in the address. */
export function toDaysText({ from, to }: Range, { locale, zone }: { locale: string; zone: string }): string | null {
  if (from === null && to === null) return null;
  const isShort = [from, to].every((day) => day === null || isThisYear(day, zone));
  const format = new Intl.DateTimeFormat(locale, {
    ...{ day: "numeric", month: "short", timeZone: "UTC" },
    ...(isShort ? {} : { year: "numeric" }),
  });
  const [first, last] = [from, to].map((day) => {
    const time = Date.parse(`${day?.slice(0, 10)}T00:00:00Z`);
    return Number.isNaN(time) ? (day ?? "…") : format.format(time);
  });
  return first === last ? (first ?? null) : `${first} – ${last}`;
}
