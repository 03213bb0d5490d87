"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Money } from "#components/ui/money.tsx";
import type { Total } from "#lib/contract/transaction.ts";

/** Number of currencies shown at first. */
const shownFirst = 3;

/** Sums over the whole filter, never across currencies. */
export function Totals({ totals }: { totals: readonly Total[] }) {
  const t = useTranslations("transactions.totals");
  const [isWhole, setWhole] = useState(false);
  if (totals.length === 0) return null;
  const more = totals.length - shownFirst;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <dl aria-label={t("label")} className="flex flex-wrap gap-x-6 gap-y-0.5 text-xs">
        {totals.map(({ currency, count, creditMinor, debitMinor }, index) => (
          <div
            key={currency}
            className={`flex-wrap items-baseline gap-x-3 ${index < shownFirst || isWhole ? "flex" : "hidden print:flex"}`}
          >
            <dt className="text-muted">{t("count", { count, currency })}</dt>
            <dd>{t.rich("in", { money: () => <Money amountMinor={creditMinor} currency={currency} /> })}</dd>
            <dd>{t.rich("out", { money: () => <Money amountMinor={debitMinor} currency={currency} /> })}</dd>
          </div>
        ))}
      </dl>
      {more > 0 && !isWhole ? (
        <Button size="sm" variant="ghost" className="h-6" onPress={() => setWhole(true)}>
          {t("more", { count: more })}
        </Button>
      ) : null}
    </div>
  );
}
