"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Bar, CartesianGrid, Cell, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { valueSeparator } from "#components/language/value-separator.ts";
import { SeriesPattern } from "#components/ui/series-pattern.tsx";
import { paperWidthPx, useIsPrinting } from "#components/ui/use-is-printing.ts";
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

const height = 220;
const dashed = { strokeWidth: 1.5, strokeDasharray: "4 3", dot: false, activeDot: false, isAnimationActive: false };
const tick = { fontSize: 11, fill: "var(--muted)" };
const dayAndMonth = { day: "numeric", month: "short", timeZone: "UTC" } as const;

/** Bars of each day; a click or Enter opens the day's list, the arrow keys move between days and announce them. */
export function DayChart({ label, points, series, format, formatAxis, onOpen }: Props) {
  const t = useTranslations("overview.chart");
  const locale = useLocale();
  const { dateTime } = useFormatter();
  const shortDay = (day: string) => dateTime(new Date(`${day}T00:00:00Z`), dayAndMonth);
  const id = useId();
  const isPrinting = useIsPrinting();
  const [hovered, setHovered] = useState<number>();
  const { at, text, ...keys } = useArrowDays({ points, series, format, onOpen });
  const shown = at ?? hovered;
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
      <div aria-hidden="true" className="cursor-pointer select-none">
        <ResponsiveContainer width={isPrinting ? paperWidthPx : "100%"} height={height}>
          <ComposedChart
            data={[...points]}
            stackOffset="sign"
            accessibilityLayer={false}
            margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
            onClick={({ activeLabel }) => activeLabel !== undefined && onOpen(String(activeLabel))}
            onMouseMove={({ activeTooltipIndex }) => setHovered(Number(activeTooltipIndex ?? Number.NaN))}
            onMouseLeave={() => setHovered(undefined)}
          >
            <defs>
              {series.map(({ key, fill, pattern }) =>
                pattern ? <SeriesPattern key={key} id={`${id}${key}`} fill={fill} pattern={pattern} /> : null,
              )}
            </defs>
            <CartesianGrid vertical={false} stroke="var(--separator)" />
            <XAxis dataKey="day" tickFormatter={shortDay} tickLine={false} minTickGap={24} tick={tick} stroke="var(--border)" />
            <YAxis width={52} allowDecimals={false} tickLine={false} axisLine={false} tickFormatter={formatAxis} tick={tick} />
            <Tooltip
              separator={valueSeparator(locale)}
              cursor={{ fill: "var(--default)" }}
              isAnimationActive={false}
              labelFormatter={(day) => shortDay(String(day))}
              formatter={(value, name) => [format(Number(value)), name]}
              contentStyle={{ background: "var(--overlay)", border: "1px solid var(--border)", borderRadius: 6, fontSize: 12 }}
              labelStyle={{ color: "var(--foreground)" }}
              itemStyle={{ color: "var(--foreground)" }}
            />
            {series.map(({ key, name, fill, kind, pattern }) =>
              kind === "bar" ? (
                <Bar
                  key={key}
                  dataKey={key}
                  name={name}
                  fill={pattern ? `url(#${id}${key})` : fill}
                  stackId="day"
                  maxBarSize={40}
                  isAnimationActive={false}
                >
                  {points.map(({ day }, index) => (
                    <Cell key={day} fillOpacity={shown === undefined || Number.isNaN(shown) || shown === index ? 1 : 0.45} />
                  ))}
                </Bar>
              ) : (
                <Line key={key} dataKey={key} name={name} stroke={fill} {...dashed} />
              ),
            )}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <p aria-live="polite" className="min-h-5 px-1 text-muted text-xs">
        {text}
      </p>
    </div>
  );
}
