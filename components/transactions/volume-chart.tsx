"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useDayText } from "#components/language/use-day-text.ts";
import { DayBars } from "#components/ui/day-bars.tsx";
import { SeriesPattern } from "#components/ui/series-pattern.tsx";
import type { TransactionDays } from "#lib/contract/transaction.ts";
import { formatMoney } from "#lib/core/money.ts";

type Day = TransactionDays["days"][number];
type Props = { days: readonly Day[]; currency: string; onDays: (range: { from: string; to: string }) => void };

/** Money in and out of each day. The table beside it has the same numbers for users who cannot see the bars. */
export function VolumeChart({ days, currency, onDays }: Props) {
  const t = useTranslations("transactions.volume");
  const locale = useLocale();
  const dayText = useDayText();
  const id = useId();
  const [drawn, setDrawn] = useState<{ from: number; to: number }>();
  const format = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale);

  function finish() {
    const [from, to] = [drawn?.from ?? 0, drawn?.to ?? 0].toSorted((left, right) => left - right);
    const range = { from: days[from ?? 0]?.day, to: days[to ?? 0]?.day };
    if (from !== to && range.from !== undefined && range.to !== undefined) onDays({ from: range.from, to: range.to });
    setDrawn(undefined);
  }

  return (
    <figure aria-label={t("perDay", { currency })}>
      <DayBars
        days={days.map(({ day }) => day)}
        bars={[
          { key: "in", name: t("in"), fill: "var(--accent)", values: days.map(({ creditMinor }) => creditMinor) },
          { key: "out", name: t("out"), fill: `url(#${id})`, values: days.map(({ debitMinor }) => debitMinor) },
        ]}
        format={format}
        formatAxis={format}
        formatDay={dayText}
        heightPx={160}
        axisPx={80}
        marked={drawn}
        onDown={(day) => setDrawn({ from: day, to: day })}
        onMove={(day) => drawn && setDrawn({ ...drawn, to: day })}
        onUp={finish}
      >
        <defs>
          <SeriesPattern id={id} fill="var(--tone-neutral)" />
        </defs>
      </DayBars>
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
