"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FooterPart } from "#components/ui/footer-part.tsx";
import { FooterSums } from "#components/ui/footer-sums.tsx";
import type { MoneySums } from "#lib/contract/money-back.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { type MoneyBackSearch, moneyBackSumsQuery } from "#lib/queries/money-back.ts";
import { Merchants, Sum, Weeks } from "./money-back-sum-tables.tsx";

type Props = { scope: Scope; search: MoneyBackSearch };

/** What the listed payments come to, in the line below them: in all, by week and reason, and by merchant. Each sum leads to its rows. */
export function MoneyBackSums({ scope, search }: Props) {
  const t = useTranslations("moneyBack.sums");
  const isOfAll = scope.merchant === null && search.merchant === null;
  return (
    <FooterSums
      query={useQuery(moneyBackSumsQuery(scope, search))}
      loadingLabel={t("loading")}
      failedLabel={t("failed")}
      totals={({ totals }) => (totals.length > 0 ? <Totals totals={totals} /> : null)}
      parts={(sums) => (
        <>
          {sums.weeks.length > 0 ? (
            <FooterPart title={t("details")} count={sums.weeks.length}>
              <Weeks sums={sums} scope={scope} search={search} />
            </FooterPart>
          ) : null}
          {isOfAll && sums.merchants.length > 1 ? (
            <FooterPart title={t("ofMerchants")} count={sums.merchantCount}>
              <Merchants sums={sums} scope={scope} search={search} />
            </FooterPart>
          ) : null}
        </>
      )}
    />
  );
}

function Totals({ totals }: { totals: readonly MoneySums[] }) {
  const t = useTranslations("moneyBack");
  return (
    <dl className="flex flex-wrap items-baseline gap-x-6">
      {(["proven", "open"] as const).map((outcome) => {
        const shown = totals.filter((sums) => sums[outcome].count > 0);
        return (
          <div key={outcome} className="flex flex-wrap items-baseline gap-x-2">
            <dt className="text-muted text-xs">{t(`outcomes.${outcome}`)}</dt>
            <dd className="flex flex-wrap gap-x-4 font-semibold">
              {shown.length === 0 ? <span className="font-normal text-muted">{t("sums.none")}</span> : null}
              {shown.map((sums) => (
                <Sum key={sums.currency} {...sums[outcome]} currency={sums.currency} />
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
