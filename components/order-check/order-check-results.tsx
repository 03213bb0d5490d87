"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useSay } from "#components/language/say.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Toggles } from "#components/ui/toggles.tsx";
import type { ReadOrder } from "#lib/core/shop-orders/read-orders.ts";
import { CheckedTable } from "./checked-table.tsx";
import { itemsOf, type Shown, toShownOrder } from "./shown-order.ts";
import type { OrderCheckRun } from "./use-order-check.ts";

type Props = {
  scope: { environment: string; merchant: string };
  orders: readonly ReadOrder[];
  run: OrderCheckRun;
  shown: Shown;
  onShow: (shown: Shown) => void;
};

/** Counts and money of each verdict, and the rows of one, the differences first. */
export function OrderCheckResults({ scope, orders, run, shown, onShow }: Props) {
  const t = useTranslations("orderCheck");
  const say = useSay();
  const items = useMemo(() => itemsOf(shown, run, orders), [shown, run, orders]);
  const equal = run.totals.find(({ verdict }) => verdict === "equal")?.count ?? 0;
  const differing = orders.length - equal;
  const found = run.totals.filter(({ count, verdict }) => count > 0 && verdict !== "equal");
  const options = [
    { value: "differences" as const, label: t("results.differences", { count: differing }) },
    ...found.map(({ verdict, count }) => ({ value: verdict, label: t(`results.counts.${verdict}`, { count }) })),
    { value: "equal" as const, label: t("results.counts.equal", { count: equal }) },
  ];
  const { environment, merchant } = scope;
  const path = `/api/${environment}/${merchant}/reconciliations/export`;
  return (
    <section aria-label={t("results.label")} className="flex flex-col gap-3">
      {run.ledger?.problem ? (
        <Notice status="warning" title={t("results.ledgerProblem")}>
          {say(run.ledger.problem)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto font-semibold">
          {differing === 0
            ? t("results.noDifference", { count: orders.length })
            : t("results.summary", { differing, count: orders.length })}
        </p>
        {items.length > 0 ? (
          <ExportMenu path={path} toBody={() => ({ rows: items.map(toShownOrder) })} label={t("results.export")} />
        ) : null}
      </div>
      <Toggles label={t("results.filter")} options={options} value={shown} onChange={onShow} />
      <Sums run={run} shown={shown} />
      {items.length === 0 ? <EmptyState title={t("results.none")} /> : <CheckedTable key={shown} scope={scope} items={items} />}
    </section>
  );
}

/** What the shop's amounts of the shown verdict come to. */
function Sums({ run, shown }: { run: OrderCheckRun; shown: Shown }) {
  const t = useTranslations("orderCheck.results");
  const sums = new Map<string, number>();
  for (const { verdict, sums: own } of run.totals) {
    if (shown === "differences" ? verdict === "equal" : verdict !== shown) continue;
    for (const { currency, amountMinor } of own) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  }
  if (sums.size === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-muted">
      {t("sum")}
      {[...sums].map(([currency, amountMinor]) => (
        <Money key={currency} amountMinor={amountMinor} currency={currency} />
      ))}
    </p>
  );
}
