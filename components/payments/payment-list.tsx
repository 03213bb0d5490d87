"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListFooter } from "#components/data-table/list-footer.tsx";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable, useLoadedRows } from "#components/data-table/query-table.tsx";
import { useSelectedRows } from "#components/data-table/use-selected-rows.ts";
import { ClearFilters } from "#components/filters/clear-filters.tsx";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { OptionsFilter } from "#components/filters/options-filter.tsx";
import { LookUpMatching } from "#components/lookups/look-up-matching.tsx";
import { useGroupOfScope } from "#components/merchants/group-filter.tsx";
import { tagInput } from "#components/tags/tag-filter.tsx";
import { TagRows } from "#components/tags/tag-rows.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { useViewSearch } from "#components/views/use-view-search.ts";
import { paymentFilters } from "#lib/contract/filters.ts";
import type { Payment } from "#lib/contract/payment.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { type Scope, scopePath } from "#lib/queries/keys.ts";
import { paymentsLookup } from "#lib/queries/lookups.ts";
import { paymentsQuery } from "#lib/queries/payments.ts";
import { paymentColumns } from "./payment-columns.tsx";
import { PaymentDrawer } from "./payment-drawer.tsx";
import { PaymentTabs } from "./payment-tabs.tsx";

const keyOf = ({ paymentId }: Payment) => paymentId;
const toTagged = ({ merchant, paymentId }: Payment) => ({ merchant, payment: paymentId });
const copyOf = ({ referenceNumber }: Payment) => referenceNumber;

type Props = ListPageProps & {
  scope: Scope;
  actions?: ReactNode;
  /** What the first payment is taken with, for those who may. */
  firstAction?: ReactNode;
};

export function PaymentList({ scope, title, context, actions, firstAction }: Props) {
  const t = useTranslations("payments");
  const { search, setSearch } = useViewSearch(paymentFilters, { list: "payments", scope });
  const query = useInfiniteQuery(paymentsQuery(scope, search));
  const rows = useLoadedRows(query, keyOf);
  const selected = useSelectedRows(rows, { listKey: JSON.stringify([scope, search]), keyOf });
  const hrefOf = ({ merchant, paymentId }: Payment) => `/${scope.environment}/${merchant}/payments/${paymentId}`;
  return (
    <ListPage
      title={title}
      context={context}
      actions={
        <>
          <ExportMenu
            path={`${scopePath(scope)}/payments/export`}
            toBody={() => definedInput(search)}
            label={t("list.export")}
            ignoresSelection={selected.rows.length > 0}
          />
          {actions}
        </>
      }
      status={<QueryFreshness query={query} />}
      footer={
        <ListFooter
          count={query.data && rows.length}
          hasMore={query.hasNextPage}
          selected={selected}
          copyOf={copyOf}
          keys={["preview", "open", "select", "copy"]}
        >
          <LookUpMatching share={() => paymentsLookup(scope, definedInput(search))} />
          <TagRows environment={scope.environment} records={selected.rows.map(toTagged)} />
        </ListFooter>
      }
    >
      <PaymentTabs scope={scope} arrangement={{ search: definedInput(search), columns: null }} />
      <Filters scope={scope} problems={query.error instanceof ApiError ? query.error.fields : []} />
      <QueryTable
        key={JSON.stringify([scope, search])}
        query={query}
        label={t("list.label")}
        columns={paymentColumns(t, scope.merchant === null)}
        keyOf={keyOf}
        hrefOf={hrefOf}
        copyOf={copyOf}
        selection={selected.grid}
        detailDrawer={{
          hrefOf,
          panel: (item, close) => <PaymentDrawer environment={scope.environment} item={item} onClose={close} />,
        }}
        failedTitle={t("list.failed")}
        loadingLabel={t("list.loading")}
        empty={<Nothing search={search} onClear={() => setSearch(null)} firstAction={firstAction} />}
      />
    </ListPage>
  );
}

type FiltersProps = { scope: Scope; problems: ApiError["fields"] };

function Filters({ scope, problems }: FiltersProps) {
  const { search, setSearch } = useViewSearch(paymentFilters, { list: "payments", scope });
  const group = useGroupOfScope(scope, search.group, (value) => setSearch({ group: value }));
  const pick = (name: "currency" | "terminal") => (close: () => void) => (
    <OptionsFilter
      key={name}
      {...{ scope, name }}
      value={search[name]}
      onChange={(value) => setSearch({ [name]: value })}
      onDone={close}
      hasCounts={false}
    />
  );
  return (
    <ListFilters
      filters={paymentFilters}
      search={search}
      onChange={setSearch}
      problems={problems}
      shown={{ group: group.shown }}
      inputs={{
        currency: pick("currency"),
        terminal: pick("terminal"),
        group: group.input,
        tag: tagInput({ environment: scope.environment, value: search.tag, onChange: (tag) => setSearch({ tag }) }),
      }}
    />
  );
}

type NothingProps = Pick<Props, "firstAction"> & { search: Readonly<Record<string, unknown>>; onClear: () => void };

function Nothing({ search, onClear, firstAction }: NothingProps) {
  const t = useTranslations("payments.list");
  const isFiltered = Object.values(search).some((value) => value !== null);
  if (!isFiltered) {
    return (
      <EmptyState title={t("empty.title")} action={firstAction}>
        {t("empty.text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("noMatch.title")} action={<ClearFilters search={search} onClear={onClear} />}>
      {t("noMatch.text")}
    </EmptyState>
  );
}
