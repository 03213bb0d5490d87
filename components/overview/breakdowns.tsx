"use client";

import { useTranslations } from "next-intl";
import { Money } from "#components/money.tsx";
import { statusOptions } from "#components/payments/payment-status.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Overview } from "#lib/contract/overview.ts";
import { delayBounds } from "#lib/core/paid-with.ts";
import { BarList } from "./bar-list.tsx";
import { ChangeMark } from "./change-mark.tsx";
import type { OverviewLinks } from "./overview-links.ts";
import { overviewWords as words } from "./overview-words.ts";

type OfCurrency = { currency: Overview["currencies"][number]; links: OverviewLinks };
type OfAll = { overview: Overview; links: OverviewLinks };

const number = new Intl.NumberFormat("en-GB");

/** The ledger by type: sales, fees, refunds, payouts. */
export function TypesPanel({ currency: { currency, types }, links }: OfCurrency) {
  const title = words.byType(currency);
  return (
    <Panel title={title}>
      <BarList
        label={title}
        items={types
          .filter(({ count }) => count > 0)
          .map(({ type, typeName, sign, count, amountMinor, before }) => ({
            key: `${type} ${sign}`,
            label: `${typeName} (${number.format(count)})`,
            size: Math.abs(amountMinor),
            isQuiet: sign === "debit",
            value: <Money amountMinor={amountMinor} currency={currency} />,
            note: <ChangeMark now={amountMinor} before={before.amountMinor} />,
            href: links.transactions({ currency, sign, type }),
          }))}
      />
    </Panel>
  );
}

/** What was paid with, by genuine notifications. */
export function PaidPanel({ currency: { currency, paid }, links }: OfCurrency) {
  const ofNotification = useTranslations("notifications");
  const title = words.byMethod(currency);
  return (
    <Panel title={title} action={<span className="text-muted text-xs">{words.byMethodNote}</span>}>
      {paid.length === 0 ? <p className="text-muted">{words.byMethodEmpty}</p> : null}
      <BarList
        label={title}
        items={paid.map(({ paidWith, cardBrand, count, amountMinor }) => ({
          key: `${paidWith} ${cardBrand}`,
          label: `${ofNotification(`paidWith.${paidWith}`)}${cardBrand === "none" ? "" : `, ${ofNotification(`brands.${cardBrand}`)}`} (${number.format(count)})`,
          size: amountMinor,
          value: <Money amountMinor={amountMinor} currency={currency} />,
          href: links.notifications({ paidWith, brand: cardBrand, currency }),
        }))}
      />
    </Panel>
  );
}

/** How long after their payment notifications came. */
export function DelaysPanel({ overview: { delays }, links }: OfAll) {
  const ofNotification = useTranslations("notifications");
  return (
    <Panel title={words.delays} action={<span className="text-muted text-xs">{words.delaysNote}</span>}>
      {delayBounds.every((bound) => delays[bound] === 0) ? <p className="pb-2 text-muted">{words.noDelays}.</p> : null}
      <BarList
        label={words.delays}
        items={delayBounds.map((bound) => ({
          key: bound,
          label: ofNotification(`delays.${bound}`),
          size: delays[bound],
          value: number.format(delays[bound]),
          href: links.notifications({ delay: bound }),
        }))}
      />
    </Panel>
  );
}

/** Payments made from this desk by what became of them. */
export function PaymentsPanel({ overview: { payments }, links }: OfAll) {
  const statuses = statusOptions(useTranslations("payments"));
  return (
    <Panel title={words.payments}>
      {payments.length === 0 ? <p className="text-muted">{words.noPayments}.</p> : null}
      <BarList
        label={words.payments}
        items={payments
          .toSorted((one, other) => other.count - one.count)
          .map(({ status, count, before }) => ({
            key: status,
            label: statuses.find(({ value }) => value === status)?.label ?? status,
            size: count,
            value: number.format(count),
            note: <ChangeMark now={count} before={before} />,
            href: links.payments({ kind: "payment", status }),
          }))}
      />
    </Panel>
  );
}
