import { Money } from "#components/money.tsx";
import type { Total } from "#lib/contract/transaction.ts";

/** Sums over the whole filter, never over different currencies. */
export function Totals({ totals }: { totals: readonly Total[] }) {
  if (totals.length === 0) return null;
  return (
    <dl aria-label="Totals of the filter" className="flex flex-wrap gap-x-6 gap-y-2 pb-3">
      {totals.map(({ currency, count, creditMinor, debitMinor }) => (
        <div key={currency} className="flex flex-wrap items-baseline gap-x-3">
          <dt className="text-muted">
            {count.toLocaleString("en-GB")} in {currency}
          </dt>
          <dd>
            in <Money amountMinor={creditMinor} currency={currency} />
          </dd>
          <dd>
            out <Money amountMinor={debitMinor} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
