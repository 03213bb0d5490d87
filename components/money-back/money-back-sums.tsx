"use client";

import { Button, Popover } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PopoverContent } from "#components/ui/popover-content.tsx";
import { useIsPrinting } from "#components/ui/use-is-printing.ts";
import type { MoneySums } from "#lib/contract/money-back.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { type MoneyBackSearch, moneyBackSumsQuery } from "#lib/queries/money-back.ts";
import { Merchants, Sum, Weeks } from "./money-back-sum-tables.tsx";

type Props = { scope: Scope; search: MoneyBackSearch };

/** What the listed payments come to, in the line below them: in all, by week and reason, and by merchant. Each sum leads to its rows. */
export function MoneyBackSums({ scope, search }: Props) {
  const t = useTranslations("moneyBack");
  const common = useTranslations("common");
  const query = useQuery(moneyBackSumsQuery(scope, search));
  const { data } = query;
  if (query.isPending) return <p className="text-muted text-xs">{t("sums.loading")}</p>;
  if (!data) {
    return (
      <>
        <p role="alert" className="whitespace-nowrap text-danger">
          {t("sums.failed")}
        </p>
        <Button size="sm" variant="secondary" onPress={() => void query.refetch()}>
          {common("tryAgain")}
        </Button>
      </>
    );
  }
  const isByMerchant = scope.merchant === null && search.merchant === null && data.merchants.length > 1;
  return (
    <div className="flex grow items-center gap-3 print:block">
      {data.totals.length > 0 ? <Totals totals={data.totals} /> : null}
      {data.weeks.length > 0 ? (
        <Part title={t("sums.details")} count={data.weeks.length}>
          <Weeks sums={data} scope={scope} search={search} />
        </Part>
      ) : null}
      {isByMerchant ? (
        <Part title={t("sums.ofMerchants")} count={data.merchantCount}>
          <Merchants sums={data} scope={scope} search={search} />
        </Part>
      ) : null}
    </div>
  );
}

/** A table behind a button; on paper, where nobody can press it, below the rows. */
function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const isPrinting = useIsPrinting();
  if (isPrinting) {
    return (
      <>
        <h2 className="pt-4 font-medium">{title}</h2>
        {children}
      </>
    );
  }
  return (
    <Popover>
      <Button size="sm" variant="ghost" className="h-7 shrink-0 text-xs first-of-type:ms-auto">
        {title} ({count})
      </Button>
      <PopoverContent placement="top end" className="w-[min(44rem,90vw)]">
        <Popover.Dialog aria-label={title}>{children}</Popover.Dialog>
      </PopoverContent>
    </Popover>
  );
}

function Totals({ totals }: { totals: readonly MoneySums[] }) {
  const t = useTranslations("moneyBack");
  return (
    <dl className="flex shrink-0 items-baseline gap-x-6 whitespace-nowrap print:flex-wrap">
      {(["proven", "open"] as const).map((outcome) => {
        const shown = totals.filter((sums) => sums[outcome].count > 0);
        return (
          <div key={outcome} className="flex items-baseline gap-x-2">
            <dt className="text-muted text-xs">{t(`outcomes.${outcome}`)}</dt>
            <dd className="flex gap-x-4 font-semibold">
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
