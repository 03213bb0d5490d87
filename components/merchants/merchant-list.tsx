"use client";

import { Button } from "@heroui/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { ListFooter } from "#components/data-table/list-footer.tsx";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable, useLoadedRows } from "#components/data-table/query-table.tsx";
import { useSelectedRows } from "#components/data-table/use-selected-rows.ts";
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
import { RestoreButton } from "./restore-button.tsx";

type Format = ReturnType<typeof useFormatter>;

const keyOf = ({ slug }: MerchantRow) => slug;

/** All merchants of an environment with how each is doing, page by page. */
export function MerchantList({ environment, title, context }: ListPageProps & { environment: string }) {
  const t = useTranslations("frame.merchants");
  const format = useFormatter();
  const { data: me } = useQuery(whoAmIQuery());
  const staffId = me?.staff.id;
  const [search, setSearch] = useQueryStates(merchantListParsers, { history: "push" });
  const query = useInfiniteQuery(merchantRowsQuery(environment, search));
  const rows = useLoadedRows(query, keyOf);
  const selected = useSelectedRows(rows, { listKey: JSON.stringify(search), keyOf });
  const isAdmin = me?.staff.role === "admin";
  const isArchived = search.status === "archived";
  const columns = useMemo(() => {
    const all = toColumns(t, format, { environment, staffId, isAdmin });
    return isArchived ? all.filter(({ key }) => !activityKeys.has(key)) : all;
  }, [t, format, environment, staffId, isAdmin, isArchived]);
  const isFiltered = search.q !== null || search.status !== null;
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
        </ListFooter>
      }
    >
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
        keyOf={keyOf}
        hrefOf={({ slug }) => `/${environment}/${slug}`}
        copyOf={keyOf}
        selection={selected.grid}
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

/** Archived merchants have none of these any more, and their rows need room for the button that restores them. */
const activityKeys: ReadonlySet<string> = new Set(["change", "notifications", "missing"]);

const comparedMax = 5;

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

type Place = { environment: string; staffId: string | undefined; isAdmin: boolean };

function toColumns(t: Words<"frame.merchants">, format: Format, place: Place): Column<MerchantRow>[] {
  return [
    { key: "name", label: t("list.name"), minPx: 170, narrow: "title", wraps: true, isLink: true, cell: ({ name }) => name },
    {
      key: "status",
      label: t("list.status"),
      minPx: 140,
      wraps: true,
      narrow: "aside",
      cell: ({ state }) => <MerchantStatus state={state} />,
    },
    {
      key: "money",
      label: t("list.money"),
      minPx: 132,
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
    { key: "change", label: t("list.change"), minPx: 84, isEnd: true, dropOrder: 2, cell: (row) => toChange(row, format) },
    {
      key: "notifications",
      label: t("list.notifications"),
      minPx: 116,
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
      key: "missing",
      label: t("list.missing"),
      minPx: 84,
      isEnd: true,
      dropOrder: 1,
      cell: ({ slug, figures, lastReadAt }) => (
        <Missing
          href={`/${place.environment}/${slug}/notifications/never-notified`}
          count={lastReadAt === null ? null : (figures?.missing ?? null)}
        />
      ),
    },
    {
      key: "synced",
      label: t("list.synced"),
      minPx: 104,
      narrow: "note",
      cell: ({ lastReadAt }) => (lastReadAt ? <Timestamp at={lastReadAt} precision="row" /> : "–"),
    },
    {
      key: "issues",
      label: t("list.issues"),
      minPx: 132,
      wraps: true,
      dropOrder: 3,
      cell: (row) => <Issues row={row} {...place} />,
    },
    {
      key: "pin",
      label: t("list.pin"),
      minPx: 56,
      isFixed: true,
      className: "flex items-center",
      cell: (row) => <PinButton environment={place.environment} staffId={place.staffId} merchant={row} />,
    },
  ];
}

function isIssue(state: MerchantRow["state"]): state is keyof typeof mendedAt {
  return state in mendedAt;
}

/** What is wrong; for administrators, how an archived merchant comes back. */
function Issues({ row: { slug, name, state, archivedAt }, environment, isAdmin }: Place & { row: MerchantRow }) {
  if (archivedAt && isAdmin) return <RestoreButton scope={{ environment, merchant: slug }} name={name} />;
  return isIssue(state) ? <Issue base={`/${environment}/${slug}`} state={state} /> : "–";
}

const mendedAt = { refused: "connection", no_certificate: "endpoints", sync_failed: "connection" } as const;

/** What is wrong, as a link to the page where it is mended. */
function Issue({ base, state }: { base: string; state: keyof typeof mendedAt }) {
  const t = useTranslations("frame.merchants.issue");
  return (
    <Link className="underline underline-offset-2" href={`${base}/${mendedAt[state]}`}>
      {t(state)}
    </Link>
  );
}

function Missing({ href, count }: { href: string; count: number | null }) {
  const t = useTranslations("frame.merchants.list");
  if (count === null) return "–";
  if (count === 0) return "0";
  return (
    <Link className="text-(--tone-warning) underline" href={href} title={t("missingOf", { count })}>
      {count}
    </Link>
  );
}

/** Money in of these seven days beside the seven before, in the most used currency. */
function toChange({ figures }: MerchantRow, format: Format): string {
  const [first] = figures?.money ?? [];
  if (!first || first.amountBeforeMinor === 0) return "–";
  const part = (first.amountMinor - first.amountBeforeMinor) / first.amountBeforeMinor;
  return format.number(part, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }).replace("-", "−");
}
