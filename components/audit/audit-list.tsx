"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useProfileChangeWords } from "#components/gateway-profile/change-words.ts";
import { useSentence } from "#components/language/sentences.tsx";
import type { Words } from "#components/language/words.ts";
import { Timestamp } from "#components/timestamp.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { Download } from "#components/ui/icons.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import type { AuditEntryView } from "#lib/contract/audit.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { auditExportHref, auditQuery } from "#lib/queries/audit.ts";
import { auditActName } from "./audit-acts.ts";
import { auditDetailText } from "./audit-detail.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { auditSearchParsers } from "./audit-search.ts";

const toColumns = (t: Words<"audit">, say: (text: string) => string): Column<AuditEntryView>[] => [
  { key: "at", label: t("fields.at"), cell: ({ at }) => <Timestamp at={at} /> },
  { key: "actor", label: t("fields.actor"), cell: ({ actor }) => say(actor) },
  { key: "act", label: t("fields.act"), cell: ({ act }) => <span title={act}>{auditActName(t, act)}</span> },
  { key: "merchant", label: t("fields.merchant"), cell: ({ merchant }) => merchant ?? "" },
  { key: "target", label: t("fields.target"), className: "reference", cell: ({ target }) => target ?? "" },
  { key: "detail", label: t("fields.detail"), cell: (entry) => <Particulars entry={entry} /> },
  { key: "peer", label: t("fields.peer"), className: "reference", cell: ({ peer }) => peer ?? "" },
];

/** Every act that somebody answers for, newest first. */
export function AuditList({ environment }: { environment: string }) {
  const t = useTranslations("audit");
  const say = useSentence();
  const columns = useMemo(() => toColumns(t, say), [t, say]);
  const [search] = useQueryStates(auditSearchParsers);
  const query = useInfiniteQuery(auditQuery(environment, search));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <AuditFilters problems={query.error instanceof ApiError ? query.error.fields : []} />
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <Freshness
          asOf={query.data?.pages[0]?.asOf}
          scope={t("scope")}
          isRefreshing={query.isRefetching}
          onRefresh={() => void query.refetch()}
        />
        <a className="button button--secondary button--sm" href={auditExportHref(environment, search)} download>
          <Download aria-hidden="true" className="size-4" />
          {t("export")}
        </a>
      </div>
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <RowsSkeleton rows={12} label={t("loading")} /> : null}
      {query.data && items.length === 0 ? <EmptyState title={t("empty.title")}>{t("empty.text")}</EmptyState> : null}
      {items.length > 0 ? (
        <SimpleTable
          label={t("label")}
          columns={columns}
          rows={items}
          keyOf={({ id }) => String(id)}
          copyOf={({ target, id }) => target ?? String(id)}
          more={{ hasMore: query.hasNextPage, isLoading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
        />
      ) : null}
    </>
  );
}

function Particulars({ entry }: { entry: AuditEntryView }) {
  const t = useTranslations("audit");
  const describeChange = useProfileChangeWords();
  const text = (entry.act === "profile.changed" ? describeChange(entry.detail) : undefined) ?? auditDetailText(t, entry);
  if (text === "") return null;
  return (
    <span className="block max-w-96 truncate text-muted" title={text}>
      {text}
    </span>
  );
}
