"use client";

import { useLocale } from "next-intl";
import { type MouseEvent, type ReactNode, useState } from "react";
import { valueSeparator } from "#components/language/value-separator.ts";
import { niceTicks } from "./nice-ticks.ts";
import { withMinus } from "./with-minus.ts";

export type DayValues = { key: string; name: string; fill: string; values: readonly number[] };

type Props = {
  days: readonly string[];
  /** Of a day on each other: up from zero, and down where negative. */
  bars: readonly DayValues[];
  /** Beside the bars. */
  line?: DayValues | undefined;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  formatDay: (day: string) => string;
  heightPx: number;
  /** The room for the numbers of the axis. */
  axisPx: number;
  /** The day that is emphasised while none is pointed at. */
  current?: number | undefined;
  /** Marked from one day to the other. */
  marked?: { from: number; to: number } | undefined;
  onPress?: (day: number) => void;
  onDown?: (day: number) => void;
  onMove?: (day: number) => void;
  onUp?: () => void;
  children?: ReactNode;
};

const [topPx, bottomPx] = [8, 22];
/** The narrowest chart of a wide screen, a letter of a day's name, and the room between two names. */
const [rowPx, letterPx, gapPx] = [560, 6, 20];
/** The narrowest chart at all. */
const narrowPx = 280;
const share = (part: number) => `${(part * 100).toFixed(3)}%`;

/** Bars of days over an axis of round numbers. As wide as its place, on paper too: across it is measured in percent only. */
export function DayBars({ days, bars, line, format, formatAxis, formatDay, heightPx, axisPx, ...more }: Props) {
  const { current, marked, onPress, onDown, onMove, onUp, children } = more;
  const [pointed, setPointed] = useState<number>();
  const shown = pointed ?? current;
  const all = [...bars, ...(line ? [line] : [])];
  const ticks = niceTicks(all.flatMap(({ values }) => values));
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const plotPx = heightPx - topPx - bottomPx;
  const yOf = (value: number) => topPx + plotPx * ((high - value) / (high - low));
  const dayAt = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(Math.max(Math.floor(((clientX - left) / width) * days.length), 0), days.length - 1);
  };
  return (
    <div className="relative" style={{ height: heightPx, marginInlineStart: axisPx }}>
      <svg
        aria-hidden="true"
        width="100%"
        height={heightPx}
        className="block touch-pan-y select-none overflow-visible [print-color-adjust:exact]"
        onPointerMove={(event) => {
          setPointed(dayAt(event));
          onMove?.(dayAt(event));
        }}
        onPointerLeave={() => setPointed(undefined)}
        onPointerDown={(event) => event.button === 0 && onDown?.(dayAt(event))}
        onPointerUp={onUp}
        onClick={(event) => onPress?.(dayAt(event))}
      >
        {children}
        <rect width="100%" height={heightPx} fill="transparent" />
        {pointed === undefined ? null : (
          <Band from={pointed} to={pointed} of={days.length} plotPx={plotPx} fill="var(--default)" />
        )}
        <Axis ticks={ticks} yOf={yOf} format={formatAxis} />
        {bars.map(({ key, fill, values }) =>
          values.map((value, day) => (
            <rect
              key={`${key} ${days[day]}`}
              x={share((day + 0.12) / days.length)}
              width={share(0.76 / days.length)}
              y={yOf(Math.max(value, 0))}
              height={Math.abs(yOf(value) - yOf(0))}
              fill={fill}
              fillOpacity={shown === undefined || shown === day ? 1 : 0.45}
            />
          )),
        )}
        {line ? <DayLine {...line} yOf={yOf} heightPx={heightPx} /> : null}
        <DayLabels days={days} y={heightPx - 6} format={formatDay} />
        {marked ? <Band {...marked} of={days.length} plotPx={plotPx} fill="var(--accent)" opacity={0.15} /> : null}
      </svg>
      {pointed === undefined ? null : (
        <Values
          at={(pointed + 0.5) / days.length}
          title={formatDay(days[pointed] ?? "")}
          series={all}
          day={pointed}
          format={format}
        />
      )}
    </div>
  );
}

type AxisProps = { ticks: readonly number[]; yOf: (value: number) => number; format: (value: number) => string };

function Axis({ ticks, yOf, format }: AxisProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line x2="100%" y1={yOf(tick)} y2={yOf(tick)} stroke={tick === 0 ? "var(--border)" : "var(--separator)"} />
      <text x={-8} y={yOf(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-[11px]">
        {withMinus(format(tick))}
      </text>
    </g>
  ));
}

type DayLabelsProps = { days: readonly string[]; y: number; format: (day: string) => string };

/** As many as fit, below their days or, where that would leave the chart, at its end; on narrow screens every second of them. */
function DayLabels({ days, y, format }: DayLabelsProps) {
  const longest = Math.max(...days.map((day) => format(day).length), 1);
  const each = Math.ceil((days.length * (longest * letterPx + gapPx)) / rowPx);
  const middleOf = (index: number) => (index + 0.5) / days.length;
  const fits = (index: number) => index === 0 || (1 - middleOf(index)) * narrowPx >= (longest * letterPx) / 2;
  return days.map((day, index) =>
    index % each === 0 ? (
      <text
        key={day}
        x={share(fits(index) ? middleOf(index) : 1)}
        y={y}
        textAnchor={fits(index) ? "middle" : "end"}
        className={`fill-muted text-[11px] ${(index / each) % 2 === 1 ? "max-sm:hidden" : ""}`}
      >
        {format(day)}
      </text>
    ) : null,
  );
}

type BandProps = { from: number; to: number; of: number; plotPx: number; fill: string; opacity?: number };

function Band({ from, to, of, plotPx, fill, opacity }: BandProps) {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return (
    <rect x={share(first / of)} width={share((last - first + 1) / of)} y={topPx} height={plotPx} fill={fill} opacity={opacity} />
  );
}

type LineProps = DayValues & { yOf: (value: number) => number; heightPx: number };

/** Stretched across its place; its stroke is not. */
function DayLine({ fill, values, yOf, heightPx }: LineProps) {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={heightPx}
      viewBox={`0 0 ${values.length} ${heightPx}`}
      preserveAspectRatio="none"
    >
      <polyline
        points={values.map((value, day) => `${day + 0.5},${yOf(value).toFixed(1)}`).join(" ")}
        fill="none"
        stroke={fill}
        strokeWidth={1.5}
        strokeDasharray="4 3"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

type ValuesProps = {
  at: number;
  title: string;
  series: readonly DayValues[];
  day: number;
  format: (value: number) => string;
};

/** Beside the pointer: the numbers of a day. */
function Values({ at, title, series, day, format }: ValuesProps) {
  const separator = valueSeparator(useLocale());
  return (
    <div
      className={`pointer-events-none absolute top-2 z-10 whitespace-nowrap rounded-md border border-border bg-overlay px-3 py-2 text-xs shadow-overlay ${at < 0.5 ? "ms-4" : "-translate-x-full -ms-4"}`}
      style={{ left: share(at) }}
    >
      <p className="pb-1">{title}</p>
      {series.map(({ key, name, values }) => (
        <p key={key}>
          {name}
          {separator}
          {withMinus(format(values[day] ?? 0))}
        </p>
      ))}
    </div>
  );
}
