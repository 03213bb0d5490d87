import { Disclosure } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDayText } from "#components/language/use-day-text.ts";
import { Link } from "#components/ui/link.tsx";
import { useIsPrinting } from "#components/ui/use-is-printing.ts";
import { withMinus } from "#components/ui/with-minus.ts";
import type { DayPoint, DaySeries } from "./use-arrow-days.ts";

type Props = {
  label: string;
  points: readonly DayPoint[];
  series: readonly DaySeries[];
  format: (value: number) => string;
  hrefOf: (day: string) => string;
};

/** The numbers of the chart as a table, each day linking to its list. */
export function DayTable({ label, points, series, format, hrefOf }: Props) {
  const t = useTranslations("overview.chart");
  const dayText = useDayText();
  const [isOpen, setOpen] = useState(false);
  const isPrinting = useIsPrinting();
  return (
    <Disclosure isExpanded={isOpen || isPrinting} onExpandedChange={setOpen}>
      <Disclosure.Heading level={3}>
        <Disclosure.Trigger className="flex items-center gap-1 text-muted text-xs">
          {t("table")}
          <Disclosure.Indicator />
        </Disclosure.Trigger>
      </Disclosure.Heading>
      <Disclosure.Content>
        <Disclosure.Body className="max-h-80 overflow-auto p-0" tabIndex={0} role="group" aria-label={label}>
          <table className="w-full text-sm">
            <caption className="sr-only">{label}</caption>
            <thead>
              <tr className="border-border border-b text-left text-muted text-xs">
                <th scope="col" className="py-1 font-medium">
                  {t("day")}
                </th>
                {series.map(({ key, name }) => (
                  <th key={key} scope="col" className="py-1 pl-3 text-right font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map((point) => (
                <tr key={point.day} className="border-separator border-b">
                  <th scope="row" className="py-0.5 text-left font-normal">
                    <Link
                      href={hrefOf(point.day)}
                      className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
                    >
                      {dayText(point.day)}
                    </Link>
                  </th>
                  {series.map(({ key }) => (
                    <td key={key} className="whitespace-nowrap py-0.5 pl-3 text-right">
                      {withMinus(format(Number(point[key])))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Disclosure.Body>
      </Disclosure.Content>
    </Disclosure>
  );
}
