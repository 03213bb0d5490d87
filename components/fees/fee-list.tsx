"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable } from "#components/data-table/query-table.tsx";
import { ClearFilters } from "#components/filters/clear-filters.tsx";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { useGroupFilter } from "#components/merchants/group-filter.tsx";
import { useMerchantFilter } from "#components/merchants/use-merchant-filter.tsx";
import { transactionHref } from "#components/transaction-href.ts";
import { TransactionDrawer } from "#components/transactions/transaction-drawer.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { HelpButton } from "#components/ui/help-button.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { feeFilters } from "#lib/contract/filters.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { feesQuery } from "#lib/queries/fees.ts";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { useFeeColumns } from "./fee-columns.tsx";
import { feeParsers } from "./fee-search.ts";
import { FeeSums } from "./fee-sums.tsx";

type Props = ListPageProps & { environment: string };

/** Stored sales with their fees and rates. */
export function FeeList({ environment, title, context }: Props) {
  const t = useTranslations("fees");
  const [search, setSearch] = useQueryStates(feeParsers, { history: "push" });
  const query = useInfiniteQuery(feesQuery(environment, search));
  const [first] = query.data?.pages ?? [];
  const path = `/api/${environment}/fees/export`;
  return (
    <ListPage
      title={title}
      context={context}
      status={<QueryFreshness query={query} />}
      actions={
        <ExportMenu
          path={path}
          toBody={() => definedInput(search)}
          label={t("list.export")}
          isPartial={first?.complete === false}
        />
      }
      footer={<FeeSums key={JSON.stringify(search)} environment={environment} search={search} />}
    >
      <Filters
        environment={environment}
        problems={query.error instanceof ApiError ? query.error.fields : []}
        usualDays={first ?? null}
      />
      {first?.complete === false ? <p className="pb-3 text-muted">{t("list.partial")}</p> : null}
      <QueryTable
        key={JSON.stringify([environment, search])}
        query={query}
        label={t("list.name")}
        columns={useFeeColumns()}
        keyOf={({ merchant, id }) => `${merchant} ${id}`}
        hrefOf={(row) => transactionHref(environment, row)}
        copyOf={({ reference, id }) => reference ?? id}
        detailDrawer={{ panel: (item, close) => <TransactionDrawer environment={environment} item={item} onClose={close} /> }}
        failedTitle={t("list.failed")}
        loadingLabel={t("list.loading")}
        empty={
          <EmptyState
            title={t("list.empty.title")}
            action={<ClearFilters search={search} onClear={() => void setSearch(null)} />}
          >
            {t("list.empty.text")}
          </EmptyState>
        }
      />
    </ListPage>
  );
}

type FiltersProps = { environment: string; problems: ApiError["fields"]; usualDays: { from: string; to: string } | null };

function Filters({ environment, problems, usualDays }: FiltersProps) {
  const [search, setSearch] = useQueryStates(feeParsers, { history: "push" });
  const t = useTranslations("fees");
  const merchant = useMerchantFilter(environment, search.merchant, (slug) => void setSearch({ merchant: slug }));
  const group = useGroupFilter({ environment, value: search.group, onChange: (value) => void setSearch({ group: value }) });
  return (
    <ListFilters
      filters={feeFilters}
      search={search}
      onChange={setSearch}
      problems={problems}
      usualDays={usualDays}
      options={{ merchant: merchant.options }}
      shown={{ group: group.shown }}
      inputs={{ merchant: merchant.input, group: group.input }}
      tools={
        <HelpButton>
          <p>{t("about")}</p>
        </HelpButton>
      }
    />
  );
}
