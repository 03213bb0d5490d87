"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Overview } from "#lib/contract/overview.ts";
import { DayPanel } from "./day-panel.tsx";
import type { OverviewLinks } from "./overview-links.ts";
import type { DaySeries } from "./use-arrow-days.ts";

const series = [
  { key: "valid", fill: "var(--tone-success)", kind: "bar" },
  { key: "invalid", fill: "var(--tone-danger)", kind: "bar", pattern: "hatched" },
  { key: "not_checkable", fill: "var(--tone-warning)", kind: "bar", pattern: "dotted" },
] as const satisfies readonly Omit<DaySeries, "name">[];

/** Notifications of each day by verification result. */
export function ReceivedPanel({ overview, links }: { overview: Overview; links: OverviewLinks }) {
  const t = useTranslations("overview.received");
  const format = useFormatter();
  const number = (count: number) => format.number(count);
  return (
    <DayPanel
      title={t("title")}
      points={overview.notifications.days}
      series={series.map((item) => ({ ...item, name: t(item.key) }))}
      format={number}
      formatAxis={number}
      hrefOf={(day) => links.notifications({ from: day, to: day })}
    />
  );
}
