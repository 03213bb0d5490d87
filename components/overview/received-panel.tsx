"use client";

import type { Overview } from "#lib/contract/overview.ts";
import type { DaySeries } from "./day-chart.tsx";
import { DayPanel } from "./day-panel.tsx";
import type { OverviewLinks } from "./overview-links.ts";
import { overviewWords as words } from "./overview-words.ts";

const series: DaySeries[] = [
  { key: "valid", name: words.genuine, fill: "var(--tone-success)", kind: "bar" },
  { key: "invalid", name: words.refused, fill: "var(--tone-danger)", kind: "bar", pattern: "hatched" },
  { key: "not_checkable", name: words.notCheckable, fill: "var(--tone-warning)", kind: "bar", pattern: "dotted" },
];
const number = new Intl.NumberFormat("en-GB");

/** What arrived at URL_Notify each day, by verdict. */
export function ReceivedPanel({ overview, links }: { overview: Overview; links: OverviewLinks }) {
  return (
    <DayPanel
      title={words.receivedPerDay}
      points={overview.notifications.days}
      series={series}
      format={number.format}
      formatAxis={number.format}
      hrefOf={(day) => links.notifications({ from: day, to: day })}
    />
  );
}
