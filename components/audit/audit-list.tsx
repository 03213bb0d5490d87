"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Download from "lucide-react/dist/esm/icons/download.mjs";
import { useQueryStates } from "nuqs";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import type { AuditEntryView } from "#lib/contract/audit.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { auditExportHref, auditQuery } from "#lib/queries/audit.ts";
import { auditActs } from "./audit-acts.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { auditSearchParsers } from "./audit-search.ts";

const columns: Column<AuditEntryView>[] = [
  { key: "at", label: "Time", cell: ({ at }) => <Timestamp at={at} /> },
  { key: "actor", label: "Person", cell: ({ actor }) => actor },
  { key: "act", label: "Act", cell: ({ act }) => <span title={act}>{auditActs[act] ?? act}</span> },
  { key: "merchant", label: "Merchant", cell: ({ merchant }) => merchant ?? "" },
  { key: "target", label: "Acted on", className: "reference", cell: ({ target }) => target ?? "" },
  { key: "detail", label: "Particulars", cell: ({ detail }) => <Particulars detail={detail} /> },
  { key: "peer", label: "From", className: "reference", cell: ({ peer }) => peer ?? "" },
];

/** Every act that somebody answers for, newest first. */
export function AuditList({ environment }: { environment: string }) {
  const [search] = useQueryStates(auditSearchParsers);
  const query = useInfiniteQuery(auditQuery(environment, search));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <AuditFilters problems={query.error instanceof ApiError ? query.error.fields : []} />
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <Freshness
          asOf={query.data?.pages[0]?.asOf}
          scope="this environment, and what belongs to none"
          isRefreshing={query.isRefetching}
          onRefresh={() => void query.refetch()}
        />
        <a className="button button--secondary button--sm" href={auditExportHref(environment, search)} download>
          <Download aria-hidden="true" className="size-4" />
          Export as CSV
        </a>
      </div>
      {query.isError ? (
        <ErrorNotice title="The audit could not be read" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <RowsSkeleton rows={12} label="Loading the audit" /> : null}
      {query.data && items.length === 0 ? (
        <EmptyState title="Nobody did anything like this">Acts appear here the moment they are done.</EmptyState>
      ) : null}
      {items.length > 0 ? (
        <SimpleTable
          label="Audit"
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

function Particulars({ detail }: { detail: AuditEntryView["detail"] }) {
  const text = Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" · ");
  return (
    <span className="block max-w-96 truncate text-muted" title={text}>
      {text}
    </span>
  );
}
