"use client";

import { Button } from "@heroui/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { ListFooter } from "#components/data-table/list-footer.tsx";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable, useLoadedRows } from "#components/data-table/query-table.tsx";
import { useSelectedRows } from "#components/data-table/use-selected-rows.ts";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { useViewSearch } from "#components/views/use-view-search.ts";
import { merchantListFilters } from "#lib/contract/filters.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { type MerchantRow, merchantRowsQuery } from "#lib/queries/merchants.ts";
import { comparedMax } from "#lib/queries/overview.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { GroupDialog } from "./group-dialog.tsx";
import { useGroupFilter } from "./group-filter.tsx";
import { merchantColumns } from "./merchant-columns.tsx";
import { MerchantTabs } from "./merchant-tabs.tsx";

const keyOf = ({ slug }: MerchantRow) => slug;

/** All merchants of an environment with how each is doing, page by page. */
export function MerchantList({ environment, title, context }: ListPageProps & { environment: string }) {
  const t = useTranslations("frame.merchants");
  const format = useFormatter();
  const { data: me } = useQuery(whoAmIQuery());
  const staffId = me?.staff.id;
  const { search, setSearch } = useViewSearch(merchantListFilters, { list: "merchants", scope: { environment, merchant: null } });
  const query = useInfiniteQuery(merchantRowsQuery(environment, search));
  const rows = useLoadedRows(query, keyOf);
  const selected = useSelectedRows(rows, { listKey: JSON.stringify(search), keyOf });
  const isAdmin = me?.staff.role === "admin";
  const hasGroups = rows.some(({ group }) => group !== null);
  const isArchived = search.status === "archived";
  const columns = useMemo(() => {
    const all = merchantColumns(t, format, { environment, staffId, isAdmin });
    return all.filter(({ key }) => (key === "group" ? hasGroups : !(isArchived && activityKeys.has(key))));
  }, [t, format, environment, staffId, isAdmin, isArchived, hasGroups]);
  const groupFilter = useGroupFilter({ environment, value: search.group, onChange: (group) => setSearch({ group }) });
  const isFiltered = Object.values(search).some((value) => value !== null);
  return (
    <ListPage
      title={title}
      context={context}
      status={<QueryFreshness query={query} />}
      footer={
        <ListFooter
          count={query.data && rows.length}
          hasMore={query.hasNextPage}
          selected={selected}
          copyOf={keyOf}
          keys={["open", "select", "copy"]}
        >
          <Compare environment={environment} slugs={selected.rows.map(keyOf)} />
          {isAdmin ? <GroupDialog environment={environment} merchants={selected.rows} label={t("group.select")} /> : null}
        </ListFooter>
      }
    >
      <MerchantTabs environment={environment} arrangement={{ search: definedInput(search), columns: null }} />
      <ListFilters
        filters={merchantListFilters}
        search={search}
        onChange={setSearch}
        shown={{ group: groupFilter.shown, slug: rows.length > 0 ? format.list(rows.map(({ name }) => name)) : undefined }}
        inputs={{ group: groupFilter.input }}
        problems={query.error instanceof ApiError ? query.error.fields : []}
      />
      <QueryTable
        key={JSON.stringify([environment, search])}
        query={query}
        label={t("list.label")}
        columns={columns}
        keyOf={keyOf}
        hrefOf={({ slug }) => `/${environment}/${slug}`}
        copyOf={keyOf}
        selection={selected.grid}
        failedTitle={t("failed")}
        loadingLabel={t("loading")}
        empty={
          <EmptyState
            title={t(isFiltered ? "nothing" : "none")}
            action={isFiltered ? <Button onPress={() => setSearch(null)}>{t("list.clear")}</Button> : undefined}
          />
        }
      />
    </ListPage>
  );
}

/** Archived merchants have none of these any more, and their rows need room for the button that restores them. */
const activityKeys: ReadonlySet<string> = new Set(["change", "notifications", "missing"]);

/** Opens the overview with the same days and figures of each. */
function Compare({ environment, slugs }: { environment: string; slugs: readonly string[] }) {
  const t = useTranslations("frame.merchants");
  if (slugs.length < 2 || slugs.length > comparedMax)
    return <span className="text-muted text-xs">{t("compareHint", { max: comparedMax })}</span>;
  return (
    <Link className="button button--primary button--sm" href={`/${environment}?compare=${slugs.join(",")}`}>
      {t("compare", { count: slugs.length })}
    </Link>
  );
}
