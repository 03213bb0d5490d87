"use client";

import { ToggleButton, ToggleButtonGroup } from "@heroui/react";
import { type CalendarDate, endOfMonth, startOfMonth, today } from "@internationalized/date";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import type { Overview } from "#lib/contract/overview.ts";
import type { Days } from "./overview-links.ts";
import { overviewWords as words } from "./overview-words.ts";

type Props = { shown: Days & Partial<Pick<Overview, "before" | "isRunning">>; onChange: (days: Days) => void };

/** Which days, in the environment's zone, and which ones they are compared with. */
export function OverviewPeriod({ shown, onChange }: Props) {
  const { zone } = useEnvironment();
  const presets = overviewPresets(today(zone));
  const chosen = presets.find(({ days }) => days.from === shown.from && days.to === shown.to)?.label;
  return (
    <section aria-label={words.period} className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-4 print:hidden">
      <ToggleButtonGroup
        size="sm"
        selectionMode="single"
        selectedKeys={chosen === undefined ? [] : [chosen]}
        onSelectionChange={(keys) => {
          const days = presets.find(({ label }) => keys.has(label))?.days;
          if (days) onChange(days);
        }}
        aria-label={words.period}
        className="flex-wrap"
      >
        {presets.map(({ label }) => (
          <ToggleButton key={label} id={label}>
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <DateRangeField label={words.days(zone)} from={shown.from} to={shown.to} onChange={onChange} />
      {shown.before ? (
        <p className="pb-2 text-muted text-xs">
          {words.beside(shown.before.from, shown.before.to)}
          {shown.isRunning ? ` · ${words.running}` : ""}
        </p>
      ) : null}
    </section>
  );
}

function overviewPresets(now: CalendarDate): { label: string; days: Days }[] {
  const lastMonth = startOfMonth(now).subtract({ months: 1 });
  const days = (from: CalendarDate, to: CalendarDate = now) => ({ from: from.toString(), to: to.toString() });
  return [
    { label: words.today, days: days(now) },
    { label: words.last7, days: days(now.subtract({ days: 6 })) },
    { label: words.last30, days: days(now.subtract({ days: 29 })) },
    { label: words.last90, days: days(now.subtract({ days: 89 })) },
    { label: words.thisMonth, days: days(startOfMonth(now)) },
    { label: words.lastMonth, days: days(lastMonth, endOfMonth(lastMonth)) },
  ];
}

/** The last days up to today, as the address names them. */
export function lastDays(zone: string, count: number): Days {
  const now = today(zone);
  return { from: now.subtract({ days: count - 1 }).toString(), to: now.toString() };
}
