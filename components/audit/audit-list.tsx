"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { ListFooter } from "#components/data-table/list-footer.tsx";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable, useLoadedRows } from "#components/data-table/query-table.tsx";
import { useSelectedRows } from "#components/data-table/use-selected-rows.ts";
import { ClearFilters } from "#components/filters/clear-filters.tsx";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { type Say, useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Download } from "#components/ui/icons.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { AuditEntryView } from "#lib/contract/audit.ts";
import { auditFilters } from "#lib/contract/filters.ts";
import { givenName } from "#lib/core/given-name.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { auditExportHref, auditQuery } from "#lib/queries/audit.ts";
import { auditActionName, auditActions } from "./audit-actions.ts";
import { useAuditDetail, useAuditTarget } from "./audit-detail.ts";
import { AuditDrawer } from "./audit-drawer.tsx";
import { auditSearchParsers } from "./audit-search.ts";

type TargetText = ReturnType<typeof useAuditTarget>;

const toColumns = (t: Words<"audit">, { say, targetText }: { say: Say; targetText: TargetText }): Column<AuditEntryView>[] => [
  {
    key: "at",
    label: t("fields.at"),
    minPx: 112,
    isFixed: true,
    narrow: "note",
    cell: ({ at }) => <Timestamp at={at} precision="row" />,
  },
  {
    key: "actor",
    label: t("fields.actor"),
    minPx: 190,
    wraps: true,
    narrow: "aside",
    cell: ({ actor }) => <span className="wrap-anywhere">{say(givenName(actor))}</span>,
  },
  {
    key: "act",
    label: t("fields.act"),
    minPx: 160,
    wraps: true,
    narrow: "title",
    cell: ({ act }) => <span title={act}>{auditActionName(t, act)}</span>,
  },
  {
    key: "merchant",
    label: t("fields.merchant"),
    minPx: 110,
    wraps: true,
    dropOrder: 1,
    cell: ({ merchant }) => (merchant === null ? "–" : <MerchantName slug={merchant} />),
  },
  {
    key: "target",
    label: t("fields.target"),
    minPx: 200,
    wraps: true,
    className: "reference",
    cell: (entry) => targetText(entry) ?? "",
  },
  {
    key: "detail",
    label: t("fields.detail"),
    minPx: 150,
    wraps: true,
    dropOrder: 2,
    cell: (entry) => <Particulars entry={entry} />,
  },
  { key: "peer", label: t("fields.peer"), minPx: 104, dropOrder: 3, className: "reference", cell: ({ peer }) => peer ?? "–" },
];

const keyOf = ({ id }: AuditEntryView) => String(id);
const copyOf = ({ target, id }: AuditEntryView) => target ?? String(id);

/** The audit log, newest first. */
export function AuditList({ environment, title, context }: ListPageProps & { environment: string }) {
  const t = useTranslations("audit");
  const table = useTranslations("table");
  const say = useSay();
  const targetText = useAuditTarget();
  const columns = useMemo(() => toColumns(t, { say, targetText }), [t, say, targetText]);
  const [search, setSearch] = useQueryStates(auditSearchParsers, { history: "push" });
  const query = useInfiniteQuery(auditQuery(environment, search));
  const rows = useLoadedRows(query, keyOf);
  const selected = useSelectedRows(rows, { listKey: JSON.stringify(search), keyOf });
  return (
    <ListPage
      title={title}
      context={context}
      status={<QueryFreshness query={query} />}
      actions={
        <a className="button button--secondary button--sm" href={auditExportHref(environment, search)} download>
          <Download aria-hidden="true" className="size-4" />
          {selected.rows.length > 0 ? table("export.matching") : t("export")}
        </a>
      }
      footer={
        <ListFooter
          count={query.data && rows.length}
          hasMore={query.hasNextPage}
          selected={selected}
          copyOf={copyOf}
          keys={["preview", "select", "copy"]}
        />
      }
    >
      <ListFilters
        filters={auditFilters}
        search={search}
        onChange={setSearch}
        problems={query.error instanceof ApiError ? query.error.fields : []}
        options={{ act: auditActions.map((value) => ({ value, label: auditActionName(t, value) })) }}
      />
      <QueryTable
        key={JSON.stringify([environment, search])}
        query={query}
        label={t("label")}
        columns={columns}
        keyOf={keyOf}
        copyOf={copyOf}
        selection={selected.grid}
        detailDrawer={{ panel: (entry, close) => <AuditDrawer entry={entry} onClose={close} /> }}
        failedTitle={t("failed")}
        loadingLabel={t("loading")}
        empty={<Nothing search={search} onClear={() => void setSearch(null)} />}
      />
    </ListPage>
  );
}

function Nothing({ search, onClear }: Parameters<typeof ClearFilters>[0]) {
  const t = useTranslations("audit.empty");
  const isFiltered = Object.values(search).some((value) => value !== null);
  if (!isFiltered) return <EmptyState title={t("none")}>{t("text")}</EmptyState>;
  return <EmptyState title={t("title")} action={<ClearFilters search={search} onClear={onClear} />} />;
}

function Particulars({ entry }: { entry: AuditEntryView }) {
  const text = useAuditDetail(entry);
  if (text === "") return null;
  return (
    <span className="wrap-anywhere text-muted" title={text}>
      {text}
    </span>
  );
}
