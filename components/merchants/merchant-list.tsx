"use client";

import { Button } from "@heroui/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable } from "#components/data-table/query-table.tsx";
import { ListFilters } from "#components/filters/list-filters.tsx";
import type { Words } from "#components/language/words.ts";
import { MerchantStatus } from "#components/layout/merchant-status.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { Money } from "#components/ui/money.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { merchantListFilters } from "#lib/contract/filters.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { type MerchantRow, merchantRowsQuery } from "#lib/queries/merchants.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { merchantListParsers } from "./merchant-list-search.ts";
import { PinButton } from "./pin-button.tsx";

type Format = ReturnType<typeof useFormatter>;

/** All merchants of an environment with how each is doing, page by page. */
export function MerchantList({ environment, title, context }: ListPageProps & { environment: string }) {
  const t = useTranslations("frame.merchants");
  const format = useFormatter();
  const { data: me } = useQuery(whoAmIQuery());
  const staffId = me?.staff.id;
  const [search, setSearch] = useQueryStates(merchantListParsers, { history: "push" });
  const query = useInfiniteQuery(merchantRowsQuery(environment, search));
  const columns = useMemo(() => toColumns(t, format, { environment, staffId }), [t, format, environment, staffId]);
  const isFiltered = search.q !== null || search.status !== null;
  return (
    <ListPage title={title} context={context} status={<QueryFreshness query={query} />}>
      <ListFilters
        filters={merchantListFilters}
        search={search}
        onChange={setSearch}
        problems={query.error instanceof ApiError ? query.error.fields : []}
      />
      <QueryTable
        query={query}
        label={t("list.label")}
        columns={columns}
        keyOf={({ slug }) => slug}
        hrefOf={({ slug }) => `/${environment}/${slug}`}
        copyOf={({ slug }) => slug}
        failedTitle={t("failed")}
        loadingLabel={t("loading")}
        empty={
          <EmptyState
            title={t(isFiltered ? "nothing" : "none")}
            action={isFiltered ? <Button onPress={() => void setSearch(null)}>{t("list.clear")}</Button> : undefined}
          />
        }
      />
    </ListPage>
  );
}

type Place = { environment: string; staffId: string | undefined };

function toColumns(t: Words<"frame.merchants">, format: Format, place: Place): Column<MerchantRow>[] {
  return [
    { key: "name", label: t("list.name"), minPx: 190, narrow: "title", wraps: true, isLink: true, cell: ({ name }) => name },
    {
      key: "status",
      label: t("list.status"),
      minPx: 150,
      narrow: "aside",
      cell: ({ state }) => <MerchantStatus state={state} />,
    },
    {
      key: "money",
      label: t("list.money"),
      minPx: 150,
      isEnd: true,
      narrow: "value",
      cell: ({ figures }) => {
        const [first, ...others] = figures?.money ?? [];
        if (!first) return "–";
        return (
          <span title={others.length > 0 ? t("list.currencies", { count: others.length }) : undefined}>
            <Money {...first} />
            {others.length > 0 ? <span className="text-muted"> +{others.length}</span> : null}
          </span>
        );
      },
    },
    { key: "change", label: t("list.change"), minPx: 90, isEnd: true, dropOrder: 2, cell: (row) => toChange(row, format) },
    {
      key: "notifications",
      label: t("list.notifications"),
      minPx: 150,
      isEnd: true,
      dropOrder: 1,
      cell: ({ figures }) => {
        const { received, valid } = figures?.notifications ?? { received: 0, valid: 0 };
        if (received === 0) return "–";
        const share = format.number(valid / received, { style: "percent", maximumFractionDigits: 1 });
        return <span title={t("list.ofReceived", { valid, received })}>{share}</span>;
      },
    },
    {
      key: "synced",
      label: t("list.synced"),
      minPx: 120,
      narrow: "note",
      cell: ({ lastReadAt }) => (lastReadAt ? <Timestamp at={lastReadAt} precision="row" /> : "–"),
    },
    { key: "pin", label: t("list.pin"), minPx: 72, isFixed: true, cell: (row) => <PinButton {...place} merchant={row} /> },
  ];
}

/** Money in of these seven days beside the seven before, in the most used currency. */
function toChange({ figures }: MerchantRow, format: Format): string {
  const [first] = figures?.money ?? [];
  if (!first || first.amountBeforeMinor === 0) return "–";
  const part = (first.amountMinor - first.amountBeforeMinor) / first.amountBeforeMinor;
  return format.number(part, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }).replace("-", "−");
}
