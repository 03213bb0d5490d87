"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDayText } from "#components/language/use-day-text.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { FooterPart } from "#components/ui/footer-part.tsx";
import { FooterSums } from "#components/ui/footer-sums.tsx";
import type { FeeSums as Sums } from "#lib/contract/fees.ts";
import { type FeeSearch, feeSumsQuery } from "#lib/queries/fees.ts";
import { type FeeSumRow, FeeSumTable } from "./fee-sum-table.tsx";
import { FeeTotals } from "./fee-totals.tsx";

type Props = { environment: string; search: FeeSearch };

/** The effective rate, what is out of order, and both by currency, merchant, card brand and day, in the line below the rows. */
export function FeeSums({ environment, search }: Props) {
  const t = useTranslations("fees.sums");
  const ofAll = { ...search, kind: null };
  return (
    <FooterSums
      query={useQuery(feeSumsQuery(environment, search))}
      loadingLabel={t("loading")}
      failedLabel={t("failed")}
      totals={(sums) => <FeeTotals totals={sums.totals} environment={environment} search={ofAll} />}
      parts={(sums) => <Parts sums={sums} environment={environment} search={ofAll} />}
    />
  );
}

function Parts({ sums, environment, search }: Props & { sums: Sums }) {
  const t = useTranslations("fees.sums");
  const hasMore = sums.merchants.length < sums.merchantCount;
  return useTables(sums, search)
    .filter(({ rows }) => rows.length > 0)
    .map(({ key, title, ...table }) => (
      <FooterPart key={key} title={title} count={key === "merchants" ? sums.merchantCount : table.rows.length}>
        <FeeSumTable label={title} environment={environment} {...table} />
        {key === "merchants" && hasMore ? <p className="pt-1 text-muted text-xs">{t("firstMerchants")}</p> : null}
      </FooterPart>
    ));
}

type Table = { key: string; title: string; heading: string; rows: readonly FeeSumRow[] };

function useTables(sums: Sums, search: FeeSearch): readonly Table[] {
  const t = useTranslations("fees");
  const labels = useTranslations("notifications.labels");
  const brands = useTranslations("notifications.brands");
  const common = useTranslations("common");
  const dayText = useDayText();
  return [
    {
      ...{ key: "currencies", title: t("sums.byCurrency"), heading: t("labels.currency") },
      rows: sums.totals.map((sum) => ({
        ...{ key: sum.currency, name: sum.currency, sum },
        search: { ...search, currency: sum.currency },
      })),
    },
    {
      ...{ key: "merchants", title: t("sums.byMerchant"), heading: common("merchant") },
      rows: sums.merchants.map(({ merchant, ...sum }) => ({
        ...{ key: `${merchant} ${sum.currency}`, name: <MerchantName slug={merchant} />, sum },
        search: { ...search, merchant, currency: sum.currency },
      })),
    },
    {
      ...{ key: "brands", title: t("sums.byBrand"), heading: labels("brand") },
      rows: sums.brands.map(({ brand, ...sum }) => ({
        ...{ key: `${brand} ${sum.currency}`, name: brands(brand), sum },
        search: { ...search, brand, currency: sum.currency },
      })),
    },
    {
      ...{ key: "days", title: t("sums.byDay"), heading: t("labels.day") },
      rows: sums.days.map(({ day, ...sum }) => ({
        ...{ key: `${day} ${sum.currency}`, name: dayText(day), sum },
        search: { ...search, from: day, to: day, currency: sum.currency },
      })),
    },
  ];
}
