"use client";

import { Button, Skeleton } from "@heroui/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { MerchantStatus } from "#components/layout/merchant-status.tsx";
import { merchantsHref } from "#components/sync-line.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { MerchantState } from "#lib/contract/merchant.ts";
import type { RankedMerchants, RankOrder } from "#lib/contract/overview.ts";
import { moneyKindFilter } from "#lib/core/transaction-types.ts";
import { comparedMax, type OverviewSearch, rankedMerchantsQuery } from "#lib/queries/overview.ts";
import { ChangeMark } from "./change-mark.tsx";
import { type Days, overviewLinks } from "./overview-links.ts";

const orders: readonly RankOrder[] = ["sales", "fall", "rise"];
const troubled: ReadonlySet<MerchantState> = new Set(["refused", "no_certificate", "sync_failed"]);

type Props = {
  environment: string;
  search: OverviewSearch;
  days: Days;
  currency: string;
  onCompare: (slugs: string[]) => void;
};

/** The merchants with the most sales, or the largest change, each leading to the sales that add up to its figure. */
export function MerchantsPanel({ environment, search, days, currency, onCompare }: Props) {
  const t = useTranslations("overview.merchants");
  const [order, setOrder] = useState<RankOrder>("sales");
  const [chosen, setChosen] = useState<readonly string[]>();
  const query = useQuery({
    ...rankedMerchantsQuery(environment, { ...search, currency, order }),
    placeholderData: keepPreviousData,
  });
  const toggle = (slug: string) =>
    setChosen((before = []) => (before.includes(slug) ? before.filter((item) => item !== slug) : [...before, slug]));
  const isReady = chosen !== undefined && chosen.length >= 2;
  return (
    <Panel
      title={t("title")}
      action={
        <span className="flex items-center gap-2">
          <Choice
            label={t("order")}
            isLabelHidden
            value={order}
            options={orders.map((value) => ({ value, label: t(`orders.${value}`) }))}
            onChange={(value) => setOrder(orders.find((item) => item === value) ?? "sales")}
            className="w-36"
          />
          {chosen === undefined ? (
            <Button size="sm" variant="secondary" onPress={() => setChosen([])}>
              {t("compare")}
            </Button>
          ) : (
            <Button
              size="sm"
              variant={isReady ? "primary" : "secondary"}
              onPress={() => {
                if (isReady) onCompare([...chosen]);
                setChosen(undefined);
              }}
            >
              {isReady ? t("compareThese", { count: chosen.length }) : t("cancel")}
            </Button>
          )}
        </span>
      }
    >
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-56 rounded-md" role="status" aria-label={t("loading")} /> : null}
      {chosen === undefined ? null : (
        <p role="status" className="pb-1 text-muted text-xs">
          {t("choose", { count: comparedMax })}
        </p>
      )}
      {query.data ? (
        <RankTable
          {...{ environment, search, days, currency, chosen, toggle }}
          ranked={query.data}
          isPrevious={query.isPlaceholderData}
        />
      ) : null}
    </Panel>
  );
}

type TableProps = Pick<Props, "environment" | "search" | "days" | "currency"> & {
  ranked: RankedMerchants;
  isPrevious: boolean;
  chosen: readonly string[] | undefined;
  toggle: (slug: string) => void;
};

function RankTable({ environment, search: { group }, days, currency, ranked: { items, total }, ...choosing }: TableProps) {
  const { isPrevious, chosen, toggle } = choosing;
  const t = useTranslations("overview.merchants");
  const format = useFormatter();
  const headings = ["name", "sales", "change"] as const;
  return (
    <>
      <table className={`w-full ${isPrevious ? "opacity-60" : ""}`}>
        <caption className="sr-only">{t("title")}</caption>
        <thead>
          <tr className="border-border border-b text-muted text-xs">
            {headings.map((heading) => (
              <th key={heading} scope="col" className={`pb-1 font-medium ${heading === "name" ? "text-start" : "ps-4 text-end"}`}>
                {t(`columns.${heading}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ merchant, name, state, now, before }) => (
            <tr key={merchant} className="h-8 border-separator border-b last:border-0">
              <th scope="row" className="w-full max-w-0 text-start font-normal">
                <span className="flex flex-wrap items-center gap-x-2 sm:flex-nowrap">
                  {chosen === undefined ? (
                    <Link
                      href={overviewLinks({ environment, merchant }, days).transactions({
                        currency,
                        ...moneyKindFilter("sales"),
                      })}
                      className="inline-block min-w-20 max-w-full truncate py-1 hover:text-accent"
                    >
                      {name}
                    </Link>
                  ) : (
                    <label className="flex min-w-20 max-w-full items-center gap-2 py-1">
                      <input
                        type="checkbox"
                        aria-label={t("choose1", { name })}
                        className="size-4 shrink-0 accent-(--accent)"
                        checked={chosen.includes(merchant)}
                        disabled={!chosen.includes(merchant) && chosen.length >= comparedMax}
                        onChange={() => toggle(merchant)}
                      />
                      <span className="truncate">{name}</span>
                    </label>
                  )}
                  {troubled.has(state) ? <MerchantStatus state={state} isWordHidden /> : null}
                </span>
              </th>
              <td className="whitespace-nowrap ps-4 text-end">
                <Money amountMinor={now.amountMinor} currency={currency} />
              </td>
              <td className="whitespace-nowrap ps-4 text-end">
                {now.count + before.count > 0 ? <ChangeMark now={now.amountMinor} before={before.amountMinor} /> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > items.length ? (
        <p className="pt-2">
          <Link href={merchantsHref(environment, { group })} className="text-accent text-xs underline-offset-2 hover:underline">
            {t("all", { count: format.number(total) })}
          </Link>
        </p>
      ) : null}
    </>
  );
}
