"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { addDays, countDays, dayOf, monthStartOf } from "#lib/core/days.ts";
import type { Days } from "./overview-links.ts";

type Props = { shown: Days; onChange: (days: Days) => void };

/** The selected days, in the environment's zone, and the length of the period they are compared with. */
export function OverviewPeriod({ shown, onChange }: Props) {
  const t = useTranslations("overview.period");
  const { zone } = useEnvironment();
  const presets = overviewPresets(dayOf(new Date(), zone));
  const preset = presets.find(({ days }) => days.from === shown.from && days.to === shown.to)?.key;
  const [isCustom, setCustom] = useState(preset === undefined);
  const value = isCustom ? "custom" : (preset ?? "custom");
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 print:hidden">
      <Choice
        label={t("label")}
        isLabelHidden
        value={value}
        options={[...presets.map(({ key }) => ({ value: key, label: t(key) })), { value: "custom", label: t("custom") }]}
        onChange={(chosen) => {
          const found = presets.find(({ key }) => key === chosen);
          setCustom(found === undefined);
          if (found) onChange(found.days);
        }}
        className="w-36"
      />
      {value === "custom" ? (
        <DateRangeField label={t("days", { zone })} from={shown.from} to={shown.to} onChange={onChange} />
      ) : null}
      <span className="text-muted text-xs">{t("versus", { days: countDays(shown) })}</span>
    </div>
  );
}

type Preset = "today" | "last7" | "last30" | "last90" | "thisMonth" | "lastMonth";

function overviewPresets(today: string): { key: Preset; days: Days }[] {
  const lastMonthEnd = addDays(monthStartOf(today), -1);
  return [
    { key: "today", days: { from: today, to: today } },
    { key: "last7", days: { from: addDays(today, -6), to: today } },
    { key: "last30", days: { from: addDays(today, -29), to: today } },
    { key: "last90", days: { from: addDays(today, -89), to: today } },
    { key: "thisMonth", days: { from: monthStartOf(today), to: today } },
    { key: "lastMonth", days: { from: monthStartOf(lastMonthEnd), to: lastMonthEnd } },
  ];
}

/** The number of days up to today, from the address. */
export function lastDays(zone: string, count: number): Days {
  const today = dayOf(new Date(), zone);
  return { from: addDays(today, 1 - count), to: today };
}
