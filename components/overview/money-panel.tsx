"use client";

import { ToggleButton, ToggleButtonGroup } from "@heroui/react";
import type { Overview } from "#lib/contract/overview.ts";
import { formatDecimal, formatMoney } from "#lib/core/money.ts";
import type { DayPoint, DaySeries } from "./day-chart.tsx";
import { DayPanel } from "./day-panel.tsx";
import type { OverviewLinks } from "./overview-links.ts";
import { overviewWords as words } from "./overview-words.ts";

type Props = {
  currency: Overview["currencies"][number];
  measure: "volume" | "count";
  onMeasure: (measure: "volume" | "count") => void;
  links: OverviewLinks;
};

const number = new Intl.NumberFormat("en-GB");
const compact = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 });
const before = { fill: "var(--muted)", kind: "line" } as const;

const volumeSeries: DaySeries[] = [
  { key: "in", name: words.inSeries, fill: "var(--accent)", kind: "bar" },
  { key: "out", name: words.outSeries, fill: "var(--tone-neutral)", kind: "bar", pattern: "hatched" },
  { key: "inBefore", name: words.inBefore, ...before },
];
const countSeries: DaySeries[] = [
  { key: "count", name: words.transactions, fill: "var(--accent)", kind: "bar" },
  { key: "countBefore", name: words.countBefore, ...before },
];

/** Volume or count of each day in one currency, with the days before as a line. */
export function MoneyPanel({ currency: { currency, days }, measure, onMeasure, links }: Props) {
  const points: DayPoint[] = days.map(({ day, count, creditMinor, debitMinor, before }) => ({
    ...{ day, count, in: creditMinor, out: debitMinor, inBefore: before.creditMinor, countBefore: before.count },
  }));
  const shown =
    measure === "volume"
      ? {
          title: words.volumePerDay(currency),
          series: volumeSeries,
          format: (amountMinor: number) => formatMoney({ amountMinor, currency }, "en-GB"),
          formatAxis: (amountMinor: number) =>
            compact.format(Number(formatDecimal({ amountMinor: Math.round(amountMinor), currency }))),
        }
      : { title: words.countPerDay(currency), series: countSeries, format: number.format, formatAxis: compact.format };
  return (
    <DayPanel
      {...shown}
      points={points}
      hrefOf={(day) => links.transactions({ currency, from: day, to: day })}
      action={
        <ToggleButtonGroup
          size="sm"
          aria-label={words.measure}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[measure]}
          onSelectionChange={(keys) => onMeasure(keys.has("count") ? "count" : "volume")}
          className="print:hidden"
        >
          <ToggleButton id="volume">{words.volume}</ToggleButton>
          <ToggleButton id="count">{words.count}</ToggleButton>
        </ToggleButtonGroup>
      }
    />
  );
}
