"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDayText } from "#components/language/use-day-text.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import type { FeeSums as Sums } from "#lib/contract/fees.ts";
import { type FeeSearch, feeSumsQuery } from "#lib/queries/fees.ts";
import { FeeSumTable } from "./fee-sum-table.tsx";

type Props = { environment: string; search: FeeSearch };

/** The effective rate of each currency, by merchant, card brand and day, and what is out of order. */
export function FeeSums({ environment, search }: Props) {
  const t = useTranslations("fees");
  const query = useQuery(feeSumsQuery(environment, search));
  return (
    <div className="pb-2">
      <ErrorNotice title={t("sums.failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <p className="h-12 text-muted">{t("sums.loading")}</p> : null}
      {query.data ? <Parts sums={query.data} environment={environment} search={{ ...search, kind: null }} /> : null}
    </div>
  );
}

function Parts({ sums, environment, search }: Props & { sums: Sums }) {
  const t = useTranslations("fees");
  const labels = useTranslations("notifications.labels");
  const brands = useTranslations("notifications.brands");
  const common = useTranslations("common");
  const dayText = useDayText();
  const totals = sums.totals.map((sum) => ({
    ...{ key: sum.currency, name: sum.currency, sum },
    search: { ...search, currency: sum.currency },
  }));
  const tables = [
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
  return (
    <>
      {totals.length === 0 ? null : (
        <FeeSumTable label={t("sums.label")} heading={t("labels.currency")} environment={environment} rows={totals} />
      )}
      {tables
        .filter(({ rows }) => rows.length > 0)
        .map(({ key, title, ...table }) => (
          <Disclosure key={key} title={title} count={table.rows.length} isPrinted>
            <FeeSumTable label={title} environment={environment} {...table} />
          </Disclosure>
        ))}
      {sums.merchants.length < sums.merchantCount ? <p className="text-muted text-xs">{t("sums.firstMerchants")}</p> : null}
    </>
  );
}
