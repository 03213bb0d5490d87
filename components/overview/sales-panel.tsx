"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Overview } from "#lib/contract/overview.ts";
import { formatDecimal, formatMoney } from "#lib/core/money.ts";
import { moneyKindFilter } from "#lib/core/transaction-types.ts";
import { DayPanel } from "./day-panel.tsx";
import type { OverviewLinks } from "./overview-links.ts";

type Props = { currency: Overview["currencies"][number]; links: OverviewLinks };

/** With fewer days of data a chart says no more than their sum. */
const chartDaysMin = 3;
const compact = { notation: "compact", maximumFractionDigits: 1 } as const;

/** Sales of each day with the period before as a line; payouts and other money out are not in it. */
export function SalesPanel({ currency: { currency, days, kinds }, links }: Props) {
  const t = useTranslations("overview.sales");
  const locale = useLocale();
  const format = useFormatter();
  const sales = moneyKindFilter("sales");
  const title = t("title", { currency });
  const footer = <Payouts sum={kinds.payouts.now} currency={currency} links={links} />;
  if (days.filter((day) => day.kinds.sales !== 0).length < chartDaysMin) {
    return (
      <Panel title={title}>
        <p className="pb-3 text-figure">
          <Link href={links.transactions({ currency, ...sales })} className="hover:text-accent">
            <Money amountMinor={kinds.sales.now.amountMinor} currency={currency} />
          </Link>
        </p>
        <p className="text-muted">{t("fewDays")}</p>
        {footer}
      </Panel>
    );
  }
  return (
    <DayPanel
      title={title}
      points={days.map(({ day, kinds: { sales: now }, before }) => ({ day, now, before: before.salesMinor }))}
      series={[
        { key: "now", name: t("now"), fill: "var(--accent)", kind: "bar" },
        { key: "before", name: t("before"), fill: "var(--muted)", kind: "line" },
      ]}
      format={(amountMinor) => formatMoney({ amountMinor, currency }, locale)}
      formatAxis={(amountMinor) =>
        format.number(Number(formatDecimal({ amountMinor: Math.round(amountMinor), currency })), compact)
      }
      hrefOf={(day) => links.transactions({ currency, ...sales, from: day, to: day })}
      footer={footer}
    />
  );
}

type PayoutProps = { sum: { count: number; amountMinor: number }; currency: string; links: OverviewLinks };

/** Money moved to the merchants' banks, apart from what was sold. */
function Payouts({ sum: { count, amountMinor }, currency, links }: PayoutProps) {
  const t = useTranslations("overview.sales");
  if (count === 0) return null;
  return (
    <p className="pt-2 text-muted text-xs">
      {t("payouts")}{" "}
      <Link
        href={links.transactions({ currency, ...moneyKindFilter("payouts") })}
        className="text-accent underline-offset-2 hover:underline"
      >
        <Money amountMinor={amountMinor} currency={currency} />
      </Link>
    </p>
  );
}
