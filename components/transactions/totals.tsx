import { useTranslations } from "next-intl";
import { Money } from "#components/money.tsx";
import type { Total } from "#lib/contract/transaction.ts";

/** Sums over the whole filter, never over different currencies. */
export function Totals({ totals }: { totals: readonly Total[] }) {
  const t = useTranslations("transactions.totals");
  if (totals.length === 0) return null;
  return (
    <dl aria-label={t("label")} className="flex flex-wrap gap-x-6 gap-y-2 pb-3">
      {totals.map(({ currency, count, creditMinor, debitMinor }) => (
        <div key={currency} className="flex flex-wrap items-baseline gap-x-3">
          <dt className="text-muted">{t("count", { count, currency })}</dt>
          <dd>{t.rich("in", { money: () => <Money amountMinor={creditMinor} currency={currency} /> })}</dd>
          <dd>{t.rich("out", { money: () => <Money amountMinor={debitMinor} currency={currency} /> })}</dd>
        </div>
      ))}
    </dl>
  );
}
