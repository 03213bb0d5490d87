"use client";

import { type KeyboardEvent, useState } from "react";
import { useDayText } from "#components/language/use-day-text.ts";

export type DayPoint = { day: string; [series: string]: number | string };

export type DaySeries = { key: string; name: string; fill: string; kind: "bar" | "line" };

type Options = {
  points: readonly DayPoint[];
  series: readonly DaySeries[];
  format: (value: number) => string;
  onOpen: (day: string) => void;
};

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Arrow-key navigation along the days of a chart: the current day, its text, and Enter to open it. */
export function useArrowDays({ points, series, format, onOpen }: Options) {
  const dayText = useDayText();
  const [current, setAt] = useState<number>();
  const point = current === undefined ? undefined : points[current];

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && point) {
      event.preventDefault();
      onOpen(point.day);
    }
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const last = points.length - 1;
    setAt(Math.min(Math.max((current ?? (step < 0 ? last + 1 : -1)) + step, 0), last));
  }

  const text = point
    ? [dayText(point.day), ...series.map(({ key, name }) => `${name} ${format(Number(point[key]))}`)].join(" · ")
    : "";
  return { at: current, text, onKeyDown, onBlur: () => setAt(undefined) };
}
