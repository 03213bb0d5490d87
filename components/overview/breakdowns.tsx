"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { Money } from "#components/ui/money.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Overview } from "#lib/contract/overview.ts";
import { delayBounds } from "#lib/core/payment-method.ts";
import { BarList } from "./bar-list.tsx";
import { ChangeMark } from "./change-mark.tsx";
import type { OverviewLinks } from "./overview-links.ts";

type OfCurrency = { currency: Overview["currencies"][number]; links: OverviewLinks };
type OfAll = { overview: Overview; links: OverviewLinks };

/** The ledger by type: sales, fees, refunds, payouts. */
export function TypesPanel({ currency: { currency, types }, links }: OfCurrency) {
  const t = useTranslations("overview");
  const say = useSentence();
  const title = t("byType", { currency });
  return (
    <Panel title={title}>
      <BarList
        label={title}
        items={types
          .filter(({ count }) => count > 0)
          .map(({ type, typeName, sign, count, amountMinor, before }) => ({
            key: `${type} ${sign}`,
            label: t("withCount", { name: say(typeName), count }),
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

/** Payment methods, from genuine notifications. */
export function PaidPanel({ currency: { currency, paid }, links }: OfCurrency) {
  const t = useTranslations("overview");
  const ofNotification = useTranslations("notifications");
  const title = t("byMethod.title", { currency });
  return (
    <Panel title={title} action={<span className="text-muted text-xs">{t("byMethod.note")}</span>}>
      {paid.length === 0 ? <p className="text-muted">{t("byMethod.empty")}</p> : null}
      <BarList
        label={title}
        items={paid.map(({ paidWith, cardBrand, count, amountMinor }) => ({
          key: `${paidWith} ${cardBrand}`,
          label:
            cardBrand === "none"
              ? t("withCount", { name: ofNotification(`paidWith.${paidWith}`), count })
              : t("byMethod.brand", {
                  method: ofNotification(`paidWith.${paidWith}`),
                  brand: ofNotification(`brands.${cardBrand}`),
                  count,
                }),
          size: amountMinor,
          value: <Money amountMinor={amountMinor} currency={currency} />,
          href: links.notifications({ paidWith, brand: cardBrand, currency }),
        }))}
      />
    </Panel>
  );
}

/** Delay between payments and their notifications. */
export function DelaysPanel({ overview: { delays }, links }: OfAll) {
  const t = useTranslations("overview");
  const ofNotification = useTranslations("notifications");
  const format = useFormatter();
  return (
    <Panel title={t("delays.title")} action={<span className="text-muted text-xs">{t("delays.note")}</span>}>
      {delayBounds.every((bound) => delays[bound] === 0) ? <p className="pb-2 text-muted">{t("delays.noneYet")}</p> : null}
      <BarList
        label={t("delays.title")}
        items={delayBounds.map((bound) => ({
          key: bound,
          label: ofNotification(`delays.${bound}`),
          size: delays[bound],
          value: format.number(delays[bound]),
          href: links.notifications({ delay: bound }),
        }))}
      />
    </Panel>
  );
}

/** Payments taken in this app, by outcome. */
export function PaymentsPanel({ overview: { payments }, links }: OfAll) {
  const t = useTranslations("overview");
  const ofPayment = useTranslations("payments");
  const format = useFormatter();
  return (
    <Panel title={t("payments.title")}>
      {payments.length === 0 ? <p className="text-muted">{t("payments.none")}</p> : null}
      <BarList
        label={t("payments.title")}
        items={payments
          .toSorted((left, right) => right.count - left.count)
          .map(({ status, count, before }) => ({
            key: status,
            label: ofPayment(`status.${status}`),
            size: count,
            value: format.number(count),
            note: <ChangeMark now={count} before={before} />,
            href: links.payments({ kind: "payment", status }),
          }))}
      />
    </Panel>
  );
}
