"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { Words } from "#components/language/words.ts";
import { Toggles } from "#components/ui/toggles.tsx";
import type { Overview } from "#lib/contract/overview.ts";
import { formatDecimal, formatMoney } from "#lib/core/money.ts";
import { DayPanel } from "./day-panel.tsx";
import type { OverviewLinks } from "./overview-links.ts";
import type { DayPoint, DaySeries } from "./use-arrow-days.ts";

type Props = {
  currency: Overview["currencies"][number];
  measure: "volume" | "count";
  onMeasure: (measure: "volume" | "count") => void;
  links: OverviewLinks;
};

const compact = { notation: "compact", maximumFractionDigits: 1 } as const;
const before = { fill: "var(--muted)", kind: "line" } as const;

const volumeSeries = (t: Words<"overview">): DaySeries[] => [
  { key: "in", name: t("money.in"), fill: "var(--accent)", kind: "bar" },
  { key: "out", name: t("money.out"), fill: "var(--tone-neutral)", kind: "bar", pattern: "hatched" },
  { key: "inBefore", name: t("money.inBefore"), ...before },
];
const countSeries = (t: Words<"overview">): DaySeries[] => [
  { key: "count", name: t("tiles.transactions"), fill: "var(--accent)", kind: "bar" },
  { key: "countBefore", name: t("money.countBefore"), ...before },
];

/** Volume or count of each day in one currency, with the days before as a line. */
export function MoneyPanel({ currency: { currency, days }, measure, onMeasure, links }: Props) {
  const t = useTranslations("overview");
  const locale = useLocale();
  const format = useFormatter();
  const points: DayPoint[] = days.map(({ day, count, creditMinor, debitMinor, before }) => ({
    ...{ day, count, in: creditMinor, out: debitMinor, inBefore: before.creditMinor, countBefore: before.count },
  }));
  const shown =
    measure === "volume"
      ? {
          title: t("money.volumePerDay", { currency }),
          series: volumeSeries(t),
          format: (amountMinor: number) => formatMoney({ amountMinor, currency }, locale),
          formatAxis: (amountMinor: number) =>
            format.number(Number(formatDecimal({ amountMinor: Math.round(amountMinor), currency })), compact),
        }
      : {
          title: t("money.countPerDay", { currency }),
          series: countSeries(t),
          format: (count: number) => format.number(count),
          formatAxis: (count: number) => format.number(count, compact),
        };
  return (
    <DayPanel
      {...shown}
      points={points}
      hrefOf={(day) => links.transactions({ currency, from: day, to: day })}
      action={
        <Toggles
          label={t("money.measure")}
          options={[
            { value: "volume", label: t("money.volume") },
            { value: "count", label: t("money.count") },
          ]}
          value={measure}
          onChange={onMeasure}
        />
      }
    />
  );
}
