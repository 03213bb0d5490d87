"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable } from "#components/data-table/query-table.tsx";
import { ClearFilters } from "#components/filters/clear-filters.tsx";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { useGroupOfScope } from "#components/merchants/group-filter.tsx";
import { useMerchantFilter } from "#components/merchants/use-merchant-filter.tsx";
import { NotificationDrawer } from "#components/notifications/notification-drawer.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { HelpButton } from "#components/ui/help-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { viewListPath } from "#components/views/view-address.ts";
import { moneyBackFilters } from "#lib/contract/filters.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { type Scope, scopePath } from "#lib/queries/keys.ts";
import { moneyBackQuery } from "#lib/queries/money-back.ts";
import { useMoneyBackColumns } from "./money-back-columns.tsx";
import { moneyBackParsers } from "./money-back-search.ts";
import { MoneyBackSums } from "./money-back-sums.tsx";

type Props = ListPageProps & {
  scope: Scope;
  /** The views of notifications; this one among them. */
  tabs: ReactNode;
};

/** Payment notifications that were not answered OK, with their sums. */
export function MoneyBackList({ scope, title, context, tabs }: Props) {
  const t = useTranslations("moneyBack");
  const [search, setSearch] = useQueryStates(moneyBackParsers, { history: "push" });
  const query = useInfiniteQuery(moneyBackQuery(scope, search));
  return (
    <ListPage
      title={title}
      context={context}
      status={<QueryFreshness query={query} />}
      actions={
        <ExportMenu
          path={`${scopePath(scope)}/notifications/money-back/export`}
          toBody={() => definedInput(search)}
          label={t("list.export")}
        />
      }
      footer={<MoneyBackSums key={JSON.stringify([scope, search])} scope={scope} search={search} />}
    >
      {tabs}
      <Filters
        scope={scope}
        problems={query.error instanceof ApiError ? query.error.fields : []}
        usualDays={query.data?.pages[0] ?? null}
      />
      <QueryTable
        key={JSON.stringify([scope, search])}
        query={query}
        label={t("list.name")}
        columns={useMoneyBackColumns(scope)}
        keyOf={({ id }) => id}
        hrefOf={({ merchant, id }) => `/${scope.environment}/${merchant}/notifications/${id}`}
        copyOf={({ trnref, orderId }) => trnref ?? orderId ?? ""}
        detailDrawer={{
          panel: (item, close) => <NotificationDrawer environment={scope.environment} item={item} onClose={close} />,
        }}
        failedTitle={t("list.failed")}
        loadingLabel={t("list.loading")}
        empty={
          <EmptyState
            title={t("list.empty.title")}
            action={
              <>
                <MoneyOutLink scope={scope} />
                <ClearFilters search={search} onClear={() => void setSearch(null)} />
              </>
            }
          >
            {t("list.empty.text")}
          </EmptyState>
        }
      />
    </ListPage>
  );
}

/** To what is no part of this list, as the view Money out of transactions. */
function MoneyOutLink({ scope }: { scope: Scope }) {
  const t = useTranslations("moneyBack.list.empty");
  return (
    <Link
      href={`${viewListPath({ list: "transactions", scope })}?sign=debit`}
      className="inline-flex min-h-6 items-center text-accent underline underline-offset-2"
    >
      {t("link")}
    </Link>
  );
}

type FiltersProps = { scope: Scope; problems: ApiError["fields"]; usualDays: { from: string; to: string } | null };

function Filters({ scope, problems, usualDays }: FiltersProps) {
  const [search, setSearch] = useQueryStates(moneyBackParsers, { history: "push" });
  const t = useTranslations("moneyBack");
  const merchant = useMerchantFilter(scope.environment, search.merchant, (slug) => void setSearch({ merchant: slug }));
  const group = useGroupOfScope(scope, search.group, (value) => void setSearch({ group: value }));
  return (
    <ListFilters
      filters={moneyBackFilters}
      search={search}
      onChange={setSearch}
      problems={problems}
      usualDays={usualDays}
      options={{ merchant: merchant.options }}
      shown={{ group: group.shown }}
      inputs={{ merchant: scope.merchant === null ? merchant.input : null, group: group.input }}
      tools={
        <HelpButton>
          <p>{t("about")}</p>
        </HelpButton>
      }
    />
  );
}
