"use client";

import { useFormatter, useTranslations } from "next-intl";
import { DayBars } from "#components/ui/day-bars.tsx";
import type { DayPoint, DaySeries } from "./use-arrow-days.ts";
import { useArrowDays } from "./use-arrow-days.ts";

type Props = {
  label: string;
  points: readonly DayPoint[];
  series: readonly DaySeries[];
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  onOpen: (day: string) => void;
};

const dayAndMonth = { day: "numeric", month: "short", timeZone: "UTC" } as const;

/** Bars of each day; a click or Enter opens the day's list, the arrow keys move between days and announce them. */
export function DayChart({ label, points, series, format, formatAxis, onOpen }: Props) {
  const t = useTranslations("overview.chart");
  const { dateTime } = useFormatter();
  const { at, text, ...keys } = useArrowDays({ points, series, format, onOpen });
  const ofKind = (kind: DaySeries["kind"]) =>
    series
      .filter((one) => one.kind === kind)
      .map(({ key, name, fill }) => ({ key, name, fill, values: points.map((point) => Number(point[key])) }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, this is a chart with its own keys.
    <div
      role="group"
      aria-label={t("keys", { label })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart handles the arrow keys.
      tabIndex={0}
      className="rounded-md outline-offset-2 focus-visible:outline-2 focus-visible:outline-accent"
      {...keys}
    >
      <div className="cursor-pointer">
        <DayBars
          days={points.map(({ day }) => day)}
          bars={ofKind("bar")}
          line={ofKind("line")[0]}
          format={format}
          formatAxis={formatAxis}
          formatDay={(day) => dateTime(new Date(`${day}T00:00:00Z`), dayAndMonth)}
          heightPx={220}
          axisPx={52}
          current={at}
          onPress={(day) => onOpen(points[day]?.day ?? "")}
        />
      </div>
      <p aria-live="polite" className="min-h-5 px-1 text-muted text-xs">
        {text}
      </p>
    </div>
  );
}
