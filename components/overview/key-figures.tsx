"use client";

import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Overview } from "#lib/contract/overview.ts";
import { formatMoney } from "#lib/core/money.ts";
import { moneyKindFilter } from "#lib/core/transaction-types.ts";
import { ChangeMark } from "./change-mark.tsx";
import type { OverviewLinks } from "./overview-links.ts";
import { Sparkline } from "./sparkline.tsx";
import { delayWithin } from "./sums.ts";

type Currency = Overview["currencies"][number];
type Props = { overview: Overview; currency: Currency | undefined; links: OverviewLinks };

const shownKinds = ["sales", "refunds", "chargebacks", "fees"] as const;

/** The period's key figures beside those of the period before; each opens the list that adds up to it. */
export function KeyFigures({ overview, currency, links }: Props) {
  const t = useTranslations("overview");
  return (
    <section
      aria-label={t("keyFigures")}
      className="mb-3 grid grid-cols-2 overflow-hidden rounded-lg border border-border bg-border [gap:1px] sm:grid-cols-3 lg:grid-cols-5 [&>:last-child]:max-sm:col-span-2 [&>:last-child]:sm:max-lg:col-span-2"
    >
      {currency ? shownKinds.map((kind) => <MoneyFigure key={kind} kind={kind} currency={currency} links={links} />) : null}
      <ConfirmedFigure overview={overview} links={links} />
    </section>
  );
}

type MoneyProps = { kind: (typeof shownKinds)[number]; currency: Currency; links: OverviewLinks };

function MoneyFigure({ kind, currency: { currency, kinds, days }, links }: MoneyProps) {
  const t = useTranslations("overview");
  const locale = useLocale();
  const { now, before } = kinds[kind];
  return (
    <Figure
      label={t(`kinds.${kind}`)}
      value={formatMoney({ amountMinor: now.amountMinor, currency }, locale).replace("-", "−")}
      unit={currency}
      note={
        <>
          <ChangeMark now={now.amountMinor} before={before.amountMinor} />
          <span>{t("transactionCount", { count: now.count })}</span>
        </>
      }
      values={days.map((day) => day.kinds[kind])}
      href={links.transactions({ currency, ...moneyKindFilter(kind) })}
    />
  );
}

const asPercent = { style: "percent", maximumFractionDigits: 1 } as const;

function ConfirmedFigure({ overview: { notifications, delays }, links }: Pick<Props, "overview" | "links">) {
  const t = useTranslations("overview");
  const ofNotification = useTranslations("notifications");
  const format = useFormatter();
  const { valid, invalid, not_checkable } = notifications.now;
  const all = valid + invalid + not_checkable;
  const delay = delayWithin(delays, 0.95);
  return (
    <Figure
      label={t("confirmed.label")}
      value={all === 0 ? "–" : format.number(valid / all, asPercent)}
      note={
        <>
          <span>{t("confirmed.verified", { count: valid })}</span>
          {delay ? <span>{t("confirmed.most", { delay: ofNotification(`delaysInText.${delay}`) })}</span> : null}
        </>
      }
      values={notifications.days.map((day) => day.valid)}
      href={links.notifications({ verdict: "valid" })}
    />
  );
}

type FigureProps = { label: string; value: string; unit?: string; note: ReactNode; values: readonly number[]; href: string };

/** A long number, or one in a narrow tile, is set smaller, so that it stays in one line with its currency. */
function sizeOf(value: string): string {
  if (value.length > 13) return "text-section max-sm:text-sm @max-[12rem]:text-sm";
  if (value.length > 10) return "text-page max-sm:text-section @max-[12rem]:text-lg @max-[10.5rem]:text-sm";
  return `text-figure max-sm:text-page ${value.length > 8 ? "@max-[12rem]:text-xl @max-[10.5rem]:text-section" : "@max-[12rem]:text-page"}`;
}

function Figure({ label, value, unit, note, values, href }: FigureProps) {
  return (
    <Link
      href={href}
      data-figure
      className="@container flex min-w-0 flex-col bg-surface px-4 pt-3 pb-2 -outline-offset-2 hover:bg-surface-secondary"
    >
      <span className="truncate text-muted">{label}</span>
      <span
        className={`flex h-9 items-baseline gap-x-1.5 whitespace-nowrap font-semibold leading-9 tracking-tight ${sizeOf(value)}`}
      >
        {value} {unit ? <span className="font-normal text-muted text-xs tracking-normal">{unit}</span> : null}
      </span>
      <span className="flex min-h-8 flex-wrap content-start gap-x-2 pb-1 text-muted text-xs">{note}</span>
      <span className="mt-auto">
        <Sparkline values={values} />
      </span>
    </Link>
  );
}
