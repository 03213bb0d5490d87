"use client";

import { Button, Popover } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "#components/ui/money.tsx";
import { PopoverContent } from "#components/ui/popover-content.tsx";
import type { Total } from "#lib/contract/transaction.ts";

type Props = {
  totals: readonly Total[];
  /** The list leaves out fees, which these sums count. */
  isFolded: boolean;
};

/** Sums over the whole filter, never across currencies: of the most used one, and the others in a popover. */
export function Totals({ totals, isFolded }: Props) {
  const t = useTranslations("transactions.totals");
  const [first, ...others] = totals.toSorted((left, right) => right.count - left.count);
  if (first === undefined) return null;
  return (
    <div className="flex min-w-0 items-center gap-x-2 max-lg:flex-1 max-lg:basis-40">
      <dl aria-label={t("label")} className="flex min-w-0 flex-wrap items-baseline gap-x-4 text-xs max-sm:gap-x-2">
        <Sums total={first} isFolded={isFolded} />
        {others.map((total) => (
          <div key={total.currency} className="hidden gap-x-4 print:flex">
            <Sums total={total} isFolded={isFolded} />
          </div>
        ))}
      </dl>
      {others.length === 0 ? null : (
        <Popover>
          <Button size="sm" variant="ghost" className="h-7 shrink-0 text-xs max-xl:min-w-0 max-xl:px-2">
            <span className="max-xl:sr-only">{t("more", { count: others.length })}</span>
            <span aria-hidden="true" className="xl:hidden">
              +{others.length}
            </span>
          </Button>
          <PopoverContent placement="top start">
            <Popover.Dialog aria-label={t("label")}>
              <dl className="grid grid-cols-[auto_auto_auto] gap-x-6 gap-y-1.5 text-right text-xs">
                {others.map((total) => (
                  <Sums key={total.currency} total={total} isFolded={isFolded} />
                ))}
              </dl>
            </Popover.Dialog>
          </PopoverContent>
        </Popover>
      )}
    </div>
  );
}

type SumsProps = { total: Total; isFolded: boolean };

function Sums({ total: { currency, count, creditMinor, debitMinor }, isFolded }: SumsProps) {
  const t = useTranslations("transactions.totals");
  return (
    <>
      <dt className="text-left text-muted max-sm:col-span-full max-sm:w-full sm:whitespace-nowrap">
        {t(isFolded ? "countWithFees" : "count", { count, currency })}
      </dt>
      <dd className="whitespace-nowrap">
        {t.rich("in", { money: () => <Money amountMinor={creditMinor} currency={currency} />, word: onWideScreens })}
      </dd>
      <dd className="whitespace-nowrap">
        {t.rich("out", { money: () => <Money amountMinor={debitMinor} currency={currency} />, word: onWideScreens })}
      </dd>
    </>
  );
}

/** In the line below the list of a telephone the sign says which it is. */
const onWideScreens = (word: ReactNode) => <span className="max-sm:sr-only">{word}</span>;
