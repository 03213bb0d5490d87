import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FigureTable } from "#components/ui/figure-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { Money } from "#components/ui/money.tsx";
import type { FeeSearch } from "#lib/queries/fees.ts";
import { toQueryString } from "#lib/queries/fetch-json.ts";
import { type CountedSum, countOf, problemKinds } from "./fee-problems.ts";
import { FeeRateText } from "./fee-rate-text.tsx";

export type FeeSumRow = { key: string; name: ReactNode; search: FeeSearch; sum: CountedSum };

type Props = { label: string; heading: string; environment: string; rows: readonly FeeSumRow[] };

const numberClass = "whitespace-nowrap py-0.5 pl-3 text-right tabular-nums";

/** Rates of groups of sales; each leads to its sales. */
export function FeeSumTable({ label, heading, environment, rows }: Props) {
  const t = useTranslations("fees");
  const hasFeesAlone = rows.some(({ sum }) => sum.feesAlone);
  const kinds = problemKinds.filter((kind) => kind !== "fee_alone" || hasFeesAlone);
  const figures = [t("labels.rate"), t("labels.fees"), t("labels.sales"), ...kinds.map((kind) => t(`kinds.${kind}`))];
  return (
    <FigureTable label={label} names={[heading]} figures={figures}>
      {rows.map(({ key, name, search, sum }) => (
        <tr key={key} className="border-separator border-b">
          <th scope="row" className="py-0.5 pr-3 text-left font-normal">
            <Cell environment={environment} search={search}>
              {name}
            </Cell>
          </th>
          <td className={numberClass}>
            <FeeRateText feeMinor={sum.feeMinor} saleMinor={sum.ratedMinor} />
          </td>
          <td className={numberClass}>
            <Money amountMinor={sum.feeMinor} currency={sum.currency} />
          </td>
          <td className={numberClass}>
            <Money amountMinor={sum.ratedMinor} currency={sum.currency} />
          </td>
          {kinds.map((kind) => (
            <td key={kind} className={numberClass}>
              <Count count={countOf(sum, kind)} environment={environment} search={{ ...search, kind }} />
            </td>
          ))}
        </tr>
      ))}
    </FigureTable>
  );
}

/** How many there are, as a link to them. */
export function Count({ count, environment, search }: { count: number; environment: string; search: FeeSearch }) {
  if (count === 0) return "0";
  return (
    <Cell environment={environment} search={search}>
      {count}
    </Cell>
  );
}

function Cell({ environment, search, children }: { environment: string; search: FeeSearch; children: ReactNode }) {
  return (
    <Link
      href={`/${environment}/fees${toQueryString(search)}`}
      className="inline-flex min-h-6 min-w-6 items-center justify-end text-accent underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  );
}
