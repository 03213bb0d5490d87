"use client";

import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Overview } from "#lib/contract/overview.ts";
import { BarList } from "./bar-list.tsx";
import type { OverviewLinks } from "./overview-links.ts";

type Props = { currency: Overview["currencies"][number]; links: OverviewLinks };

const shownMax = 4;

/** What was paid with, from verified notifications. */
export function MethodsPanel({ currency: { currency, paid }, links }: Props) {
  const t = useTranslations("overview");
  const ofNotification = useTranslations("notifications");
  const title = t("byMethod.title", { currency });
  return (
    <Panel title={title} action={<span className="text-muted text-xs">{t("byMethod.note")}</span>}>
      {paid.length === 0 ? <p className="text-muted">{t("byMethod.empty")}</p> : null}
      <BarList
        label={title}
        items={paid.slice(0, shownMax).map(({ paidWith, cardBrand, count, amountMinor }) => ({
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
