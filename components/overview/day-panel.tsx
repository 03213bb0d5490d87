"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { DayChart } from "./day-chart.tsx";
import { DayTable } from "./day-table.tsx";
import type { DayPoint, DaySeries } from "./use-arrow-days.ts";

type Props = {
  title: string;
  action?: ReactNode;
  points: readonly DayPoint[];
  series: readonly DaySeries[];
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  hrefOf: (day: string) => string;
  footer?: ReactNode;
};

/** A chart of days with its legend, and the same numbers as a table. */
export function DayPanel({ title, action, footer, hrefOf, formatAxis, ...data }: Props) {
  const router = useRouter();
  return (
    <Panel title={title} action={action}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-muted text-xs">
        {data.series.map(({ key, name, fill, kind }) => (
          <li key={key} className="flex items-center gap-1.5">
            <svg viewBox="0 0 14 10" aria-hidden="true" className="h-2.5 w-3.5">
              {kind === "bar" ? (
                <rect width="14" height="10" rx="2" fill={fill} />
              ) : (
                <path d="M0 5h14" stroke={fill} strokeWidth="2" strokeDasharray="4 3" />
              )}
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <DayChart label={title} {...data} formatAxis={formatAxis} onOpen={(day) => router.push(hrefOf(day))} />
      <DayTable label={title} {...data} hrefOf={hrefOf} />
      {footer}
    </Panel>
  );
}
