"use client";

import { Button, Popover, Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSay } from "#components/language/say.ts";
import { Choice } from "#components/ui/choice.tsx";
import { ChartColumn } from "#components/ui/icons.tsx";
import { PopoverContent } from "#components/ui/popover-content.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import { type TransactionSearch, transactionDaysQuery, transactionTotalsQuery } from "#lib/queries/transactions.ts";
import { useCaughtUp } from "./use-caught-up.ts";

const VolumeChart = dynamic(() => import("./volume-chart.tsx").then((module) => module.VolumeChart), {
  ssr: false,
  loading: ChartLoading,
});

type Props = {
  scope: Scope;
  search: Partial<TransactionSearch>;
  /** Read time of the rows below. */
  rowsAsOf: string;
  onDays: (range: { from: string; to: string }) => void;
};

/** Volume per day of the whole filter in one currency; selecting a range filters by those days. */
export function VolumePanel(props: Props) {
  const t = useTranslations("transactions");
  return (
    <Popover>
      <Button
        size="sm"
        variant="ghost"
        className="ms-auto h-7 shrink-0 font-normal text-muted text-xs max-xl:min-w-0 max-xl:px-2"
      >
        <ChartColumn aria-hidden="true" className="size-4 xl:hidden" />
        <span className="max-xl:sr-only">{t("volume.title")}</span>
      </Button>
      <PopoverContent placement="top end" className="w-[min(44rem,90vw)]">
        <Popover.Dialog aria-label={t("volume.title")}>
          <Volume {...props} />
        </Popover.Dialog>
      </PopoverContent>
    </Popover>
  );
}

function ChartLoading() {
  const t = useTranslations("transactions.volume");
  return <Skeleton className="h-40 rounded-md" role="status" aria-label={t("loading")} />;
}

function Volume({ scope, search, rowsAsOf, onDays }: Props) {
  const t = useTranslations("transactions");
  const filters = useTranslations("filters");
  const say = useSay();
  const totals = useQuery(transactionTotalsQuery(scope, search));
  const currencies = (totals.data?.totals ?? []).map(({ currency }) => currency);
  const [selected, setCurrency] = useState<string | null>(null);
  const currency = selected !== null && currencies.includes(selected) ? selected : currencies[0];
  // Of the shown currency only: the days of all currencies over years are too much for a page.
  const query = useQuery({
    ...transactionDaysQuery(scope, { ...search, currency: currency ?? null }),
    enabled: currency !== undefined,
  });
  useCaughtUp(query, rowsAsOf);
  const error = totals.error ?? query.error;
  const failed = error ? <p role="alert">{t("volume.failed", { problem: say(error) })}</p> : null;
  if (failed && !query.data) return failed;
  if (totals.data && currency === undefined) return <p className="text-muted">{t("volume.none")}</p>;
  if (!query.data || currency === undefined) return <ChartLoading />;
  return (
    <div className="flex flex-col gap-2">
      {failed}
      {currencies.length > 1 ? (
        <Choice
          label={filters("labels.currency")}
          options={currencies.map((code) => ({ value: code, label: code }))}
          value={currency}
          onChange={setCurrency}
        />
      ) : null}
      <VolumeChart days={query.data.days} currency={currency} onDays={onDays} />
    </div>
  );
}
