"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Bar, BarChart, ReferenceArea, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useDayText } from "#components/language/use-day-text.ts";
import { valueSeparator } from "#components/language/value-separator.ts";
import { SeriesPattern } from "#components/ui/series-pattern.tsx";
import { paperWidthPx, useIsPrinting } from "#components/ui/use-is-printing.ts";
import type { TransactionDays } from "#lib/contract/transaction.ts";
import { formatMoney } from "#lib/core/money.ts";

type Day = TransactionDays["days"][number];
type Props = { days: readonly Day[]; currency: string; onDays: (range: { from: string; to: string }) => void };

const height = 160;

/** Money in and out of each day. The table beside it has the same numbers for users who cannot see the bars. */
export function VolumeChart({ days, currency, onDays }: Props) {
  const t = useTranslations("transactions.volume");
  const locale = useLocale();
  const dayText = useDayText();
  const id = useId();
  const isPrinting = useIsPrinting();
  const [drawn, setDrawn] = useState<{ from: string; to: string }>();
  const format = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale);
  const at = ({ activeLabel }: { activeLabel?: string | number | undefined }) =>
    activeLabel === undefined ? undefined : String(activeLabel);

  function finish() {
    if (drawn && drawn.from !== drawn.to) {
      const [from = drawn.from, to = drawn.to] = [drawn.from, drawn.to].sort();
      onDays({ from, to });
    }
    setDrawn(undefined);
  }

  return (
    <figure aria-label={t("perDay", { currency })}>
      <div aria-hidden="true" className="select-none">
        <ResponsiveContainer width={isPrinting ? paperWidthPx : "100%"} height={height}>
          <BarChart
            data={[...days]}
            margin={{ top: 4, right: 4, bottom: 0, left: 8 }}
            onMouseDown={(state) => {
              const day = at(state);
              if (day) setDrawn({ from: day, to: day });
            }}
            onMouseMove={(state) => {
              const day = at(state);
              if (day && drawn) setDrawn({ ...drawn, to: day });
            }}
            onMouseUp={finish}
          >
            <defs>
              <SeriesPattern id={id} fill="var(--tone-neutral)" pattern="hatched" />
            </defs>
            <XAxis
              dataKey="day"
              tickFormatter={dayText}
              tickLine={false}
              minTickGap={40}
              tick={{ fontSize: 11, fill: "var(--muted)" }}
            />
            <YAxis
              width={72}
              tickLine={false}
              axisLine={false}
              tickFormatter={format}
              tick={{ fontSize: 11, fill: "var(--muted)" }}
            />
            <Tooltip
              separator={valueSeparator(locale)}
              labelFormatter={(day) => dayText(String(day))}
              formatter={(value, name) => [format(Number(value)), name]}
              contentStyle={{ background: "var(--overlay)", border: "1px solid var(--border)", color: "var(--foreground)" }}
            />
            <Bar dataKey="creditMinor" name={t("in")} fill="var(--accent)" isAnimationActive={false} />
            <Bar dataKey="debitMinor" name={t("out")} fill={`url(#${id})`} isAnimationActive={false} />
            {drawn ? <ReferenceArea x1={drawn.from} x2={drawn.to} fill="var(--accent)" fillOpacity={0.15} /> : null}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <table className="sr-only print:not-sr-only">
        <caption>{t("perDay", { currency })}</caption>
        <thead>
          <tr>
            <th>{t("day")}</th>
            <th>{t("count")}</th>
            <th>{t("in")}</th>
            <th>{t("out")}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, count, creditMinor, debitMinor }) => (
            <tr key={day}>
              <td>{dayText(day)}</td>
              <td>{count}</td>
              <td>{format(creditMinor)}</td>
              <td>{format(debitMinor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption className="text-muted text-xs">{t("draw")}</figcaption>
    </figure>
  );
}
