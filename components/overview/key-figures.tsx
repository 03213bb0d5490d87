"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { withMinus } from "#components/ui/with-minus.ts";
import type { Overview } from "#lib/contract/overview.ts";
import type { LanguageTag } from "#lib/core/languages.ts";
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
  const locale = useLocale();
  const sums = shownKinds.map((kind) => ({ kind, text: currency ? toText(currency, { kind, locale }) : "" }));
  const size = sizeOf(Math.max(...sums.map(({ text }) => text.length)));
  return (
    <section
      aria-label={t("keyFigures")}
      className="mb-3 grid grid-cols-2 overflow-hidden rounded-lg border border-border bg-border [gap:1px] sm:grid-cols-3 lg:grid-cols-5 [&>:last-child]:max-sm:col-span-2 [&>:last-child]:sm:max-lg:col-span-2"
    >
      {currency
        ? sums.map(({ kind, text }) => (
            <MoneyFigure key={kind} kind={kind} text={text} size={size} currency={currency} links={links} />
          ))
        : null}
      <VerifiedFigure size={size} overview={overview} links={links} />
    </section>
  );
}

type Kind = (typeof shownKinds)[number];

function toText({ currency, kinds }: Currency, { kind, locale }: { kind: Kind; locale: LanguageTag }): string {
  return withMinus(formatMoney({ amountMinor: kinds[kind].now.amountMinor, currency }, locale));
}

type MoneyProps = { kind: Kind; text: string; size: string; currency: Currency; links: OverviewLinks };

function MoneyFigure({ kind, text, size, currency: { currency, kinds, days }, links }: MoneyProps) {
  const t = useTranslations("overview");
  const { now, before } = kinds[kind];
  return (
    <Figure
      label={t(`kinds.${kind}`)}
      value={text}
      size={size}
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

type VerifiedProps = Pick<Props, "overview" | "links"> & { size: string };

function VerifiedFigure({ overview: { notifications, delays }, links, size }: VerifiedProps) {
  const t = useTranslations("overview");
  const format = useFormatter();
  const { valid, invalid, not_checkable } = notifications.now;
  const all = valid + invalid + not_checkable;
  const delay = delayWithin(delays, 0.95);
  return (
    <Figure
      label={t("verified.label")}
      value={all === 0 ? "–" : format.number(valid / all, asPercent)}
      size={size}
      note={
        <>
          <span>{t("verified.count", { count: valid, all })}</span>
          {delay ? <span>{t(`verified.within.${delay}`)}</span> : null}
        </>
      }
      values={notifications.days.map((day) => day.valid)}
      href={links.notifications({ verdict: "valid" })}
    />
  );
}

/** One size for all figures, so that the longest stays in one line with its currency, also in a narrow tile. */
function sizeOf(longest: number): string {
  if (longest > 13) return "text-section max-sm:text-sm @max-[12rem]:text-sm";
  if (longest > 10) return "text-page max-sm:text-section @max-[12rem]:text-lg @max-[10.5rem]:text-sm";
  return "text-figure max-sm:text-page @max-[12rem]:text-xl @max-[10.5rem]:text-lg @max-[8rem]:text-section";
}

type FigureProps = {
  label: string;
  value: string;
  size: string;
  unit?: string;
  note: ReactNode;
  values: readonly number[];
  href: string;
};

function Figure({ label, value, size, unit, note, values, href }: FigureProps) {
  return (
    <Link
      href={href}
      data-figure
      className="@container flex min-w-0 flex-col bg-surface px-4 pt-3 pb-2 -outline-offset-2 hover:bg-surface-secondary"
    >
      <span className="truncate text-muted">{label}</span>
      <span className={`flex h-9 items-baseline gap-x-1.5 whitespace-nowrap font-semibold leading-9 tracking-tight ${size}`}>
        {value} {unit ? <span className="font-normal text-muted text-xs tracking-normal">{unit}</span> : null}
      </span>
      <span className="flex min-h-8 flex-wrap content-start gap-x-2 pb-1 text-muted text-xs">{note}</span>
      <span className="mt-auto">
        <Sparkline values={values} />
      </span>
    </Link>
  );
}
