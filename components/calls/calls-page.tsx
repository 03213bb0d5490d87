"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { useMerchantFilter } from "#components/merchants/use-merchant-filter.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { Toggles } from "#components/ui/toggles.tsx";
import { callFilters } from "#lib/contract/filters.ts";
import { callPeriods } from "#lib/core/gateway-calls.ts";
import { callErrorsQuery } from "#lib/queries/calls.ts";
import { CallErrors } from "./call-errors.tsx";
import { CallRows } from "./call-rows.tsx";
import { callSearchParsers } from "./call-search.ts";
import { ChosenGroup } from "./chosen-group.tsx";

type Props = ListPageProps & { environment: string };

/** Errors of the gateway over time, and the calls, of all or of one group of errors. */
export function CallsPage({ environment, title, context }: Props) {
  const t = useTranslations("calls");
  const [search, setSearch] = useQueryStates(callSearchParsers, { history: "push" });
  const { period, merchant, ...group } = search;
  const ofMerchant = useMerchantFilter(environment, merchant, (slug) => void setSearch({ merchant: slug }));
  const errors = useQuery(callErrorsQuery(environment, { period, merchant }));
  const periods = callPeriods.map((value) => ({ value, label: t(`period.${value}`) }));
  return (
    <ListPage
      title={title}
      context={context}
      status={<Freshness asOf={errors.data?.asOf} isRefreshing={errors.isRefetching} onRefresh={() => void errors.refetch()} />}
    >
      <ListFilters
        filters={callFilters}
        search={{ merchant }}
        onChange={(change) => void setSearch(change ?? { merchant: null })}
        options={{ merchant: ofMerchant.options }}
        inputs={{ merchant: ofMerchant.input }}
        tools={
          <Toggles
            label={t("period.label")}
            options={periods}
            value={period}
            onChange={(value) => void setSearch({ period: value })}
          />
        }
      />
      <section aria-label={t("errors.title")}>
        <h2 className="pb-1 text-section">{t("errors.title")}</h2>
        <CallErrors key={JSON.stringify([period, merchant])} environment={environment} search={{ period, merchant }} />
      </section>
      <section aria-label={t("page.list")} className="pt-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1">
          <h2 className="text-section">{t("page.list")}</h2>
          <ChosenGroup {...group} onClear={() => void setSearch({ method: null, path: null, outcome: null })} />
        </div>
        <CallRows key={JSON.stringify([merchant, group])} environment={environment} search={{ merchant, ...group }} />
      </section>
    </ListPage>
  );
}
