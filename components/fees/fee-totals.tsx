import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import type { FeeSums } from "#lib/contract/fees.ts";
import type { FeeSearch } from "#lib/queries/fees.ts";
import { countOf, problemKinds } from "./fee-problems.ts";
import { FeeRateText } from "./fee-rate-text.tsx";
import { Count } from "./fee-sum-table.tsx";

type Props = { totals: FeeSums["totals"]; environment: string; search: FeeSearch };

/** The rate of the currency with most sales, and how much is out of order in any. */
export function FeeTotals({ totals, environment, search }: Props) {
  const t = useTranslations("fees");
  const [first] = totals.toSorted((left, right) => right.rated - left.rated);
  if (first === undefined) return null;
  const { currency, feeMinor, ratedMinor } = first;
  const problems = problemKinds
    .map((kind) => ({ kind, count: totals.reduce((sum, total) => sum + countOf(total, kind), 0) }))
    .filter(({ count }) => count > 0);
  const figures = [
    { label: t("labels.rate"), value: <FeeRateText feeMinor={feeMinor} saleMinor={ratedMinor} /> },
    { label: t("labels.fees"), value: <Money amountMinor={feeMinor} currency={currency} /> },
    { label: t("labels.sales"), value: <Money amountMinor={ratedMinor} currency={currency} /> },
    ...problems.map(({ kind, count }) => ({
      label: t(`kinds.${kind}`),
      value: <Count count={count} environment={environment} search={{ ...search, kind }} />,
    })),
  ];
  return (
    <dl aria-label={t("sums.label")} className="flex flex-wrap items-baseline gap-x-4 text-xs">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex items-baseline gap-x-1 whitespace-nowrap">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
