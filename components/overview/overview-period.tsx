"use client";

import { type CalendarDate, endOfMonth, startOfMonth, today } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { useDayText } from "#components/language/use-day-text.ts";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Toggles } from "#components/ui/toggles.tsx";
import type { Overview } from "#lib/contract/overview.ts";
import type { Days } from "./overview-links.ts";

type Props = { shown: Days & Partial<Pick<Overview, "before" | "isRunning">>; onChange: (days: Days) => void };

/** The selected days, in the environment's zone, and the days they are compared with. */
export function OverviewPeriod({ shown, onChange }: Props) {
  const t = useTranslations("overview.period");
  const dayText = useDayText();
  const { zone } = useEnvironment();
  const presets = overviewPresets(today(zone));
  return (
    <section aria-label={t("label")} className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-4 print:hidden">
      <Toggles
        label={t("label")}
        options={presets.map(({ key }) => ({ value: key, label: t(key) }))}
        value={presets.find(({ days }) => days.from === shown.from && days.to === shown.to)?.key}
        onChange={(chosen) => onChange(presets.find(({ key }) => key === chosen)?.days ?? lastDays(zone, 30))}
      />
      <DateRangeField label={t("days", { zone })} from={shown.from} to={shown.to} onChange={onChange} />
      {shown.before ? (
        <p className="pb-2 text-muted text-xs">
          {t(shown.isRunning ? "besideRunning" : "beside", {
            first: dayText(shown.before.from),
            last: dayText(shown.before.to),
          })}
        </p>
      ) : null}
    </section>
  );
}

type Preset = "today" | "last7" | "last30" | "last90" | "thisMonth" | "lastMonth";

function overviewPresets(now: CalendarDate): { key: Preset; days: Days }[] {
  const lastMonth = startOfMonth(now).subtract({ months: 1 });
  const days = (from: CalendarDate, to: CalendarDate = now) => ({ from: from.toString(), to: to.toString() });
  return [
    { key: "today", days: days(now) },
    { key: "last7", days: days(now.subtract({ days: 6 })) },
    { key: "last30", days: days(now.subtract({ days: 29 })) },
    { key: "last90", days: days(now.subtract({ days: 89 })) },
    { key: "thisMonth", days: days(startOfMonth(now)) },
    { key: "lastMonth", days: days(lastMonth, endOfMonth(lastMonth)) },
  ];
}

/** The number of days up to today, from the address. */
export function lastDays(zone: string, count: number): Days {
  const now = today(zone);
  return { from: now.subtract({ days: count - 1 }).toString(), to: now.toString() };
}
