import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDayText } from "#components/language/use-day-text.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { FigureTable } from "#components/ui/figure-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { Money } from "#components/ui/money.tsx";
import type { MoneySums, MoneyBackSums as Sums } from "#lib/contract/money-back.ts";
import { addDays } from "#lib/core/days.ts";
import { toQueryString } from "#lib/queries/fetch-json.ts";
import type { Scope } from "#lib/queries/keys.ts";
import type { MoneyBackSearch } from "#lib/queries/money-back.ts";

type Props = { sums: Sums; scope: Scope; search: MoneyBackSearch };

/** An amount and of how many payments. */
export function Sum({ count, amountMinor, currency }: MoneySums["open"] & { currency: string | null }) {
  const t = useTranslations("moneyBack.sums");
  return (
    <span className="whitespace-nowrap">
      {currency === null ? t("noCurrency") : <Money amountMinor={amountMinor} currency={currency} />}{" "}
      <span className="font-normal text-muted text-xs">{t("payments", { count })}</span>
    </span>
  );
}

export function Weeks({ sums: { weeks, from, to }, scope, search }: Props) {
  const t = useTranslations("moneyBack");
  const dayText = useDayText();
  return (
    <SumTable
      label={t("sums.details")}
      headings={[t("sums.week"), t("labels.reason")]}
      rows={weeks.map(({ week, reason, ...sums }) => {
        const last = addDays(week, 6);
        const days = { from: week < from ? from : week, to: last > to ? to : last };
        const href = hrefOf(scope, { ...search, ...days, reason, currency: sums.currency });
        return { key: `${week} ${reason} ${sums.currency}`, href, names: [dayText(week), t(`reasons.${reason}`)], sums };
      })}
    />
  );
}

export function Merchants({ sums: { merchants, merchantCount }, scope, search }: Props) {
  const t = useTranslations("moneyBack.sums");
  const common = useTranslations("common");
  return (
    <>
      <SumTable
        label={t("ofMerchants")}
        headings={[common("merchant")]}
        rows={merchants.map(({ merchant, ...sums }) => ({
          key: `${merchant} ${sums.currency}`,
          href: hrefOf(scope, { ...search, merchant, currency: sums.currency }),
          names: [<MerchantName key="name" slug={merchant} />],
          sums,
        }))}
      />
      {merchants.length < merchantCount ? (
        <p className="pt-1 text-muted text-xs">{t("more", { shown: merchants.length, count: merchantCount })}</p>
      ) : null}
    </>
  );
}

function hrefOf({ environment, merchant }: Scope, search: MoneyBackSearch): string {
  const path = [environment, merchant, "notifications", "money-back"].filter((part) => part !== null).join("/");
  return `/${path}${toQueryString(search)}`;
}

type Row = { key: string; href: string; names: readonly ReactNode[]; sums: MoneySums };

function SumTable({ label, headings, rows }: { label: string; headings: readonly string[]; rows: readonly Row[] }) {
  const t = useTranslations("moneyBack.outcomes");
  return (
    <FigureTable label={label} names={headings} figures={[t("proven"), t("open")]}>
      {rows.map(({ key, href, names: [name, ...more], sums }) => (
        <tr key={key} className="border-separator border-b">
          <th scope="row" className="py-0.5 pr-3 text-left font-normal">
            <Link href={href} className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline">
              {name}
            </Link>
          </th>
          {more.map((text) => (
            <td key={String(text)} className="py-0.5 pr-3">
              {text}
            </td>
          ))}
          {(["proven", "open"] as const).map((outcome) => (
            <td key={outcome} className="py-0.5 pl-3 text-right">
              {sums[outcome].count === 0 ? "–" : <Sum {...sums[outcome]} currency={sums.currency} />}
            </td>
          ))}
        </tr>
      ))}
    </FigureTable>
  );
}
