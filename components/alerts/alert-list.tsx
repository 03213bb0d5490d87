"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import type { Words } from "#components/language/words.ts";
import { Timestamp } from "#components/timestamp.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { Toggles } from "#components/ui/toggles.tsx";
import type { Alert } from "#lib/contract/alert.ts";
import { alertStatuses } from "#lib/contract/alert-marks.ts";
import { alertsQuery } from "#lib/queries/alerts.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { AlertActions } from "./alert-actions.tsx";
import { alertSearchParsers } from "./alert-search.ts";

const tones: Record<Alert["status"], Tone> = { open: "danger", acknowledged: "warning", resolved: "neutral" };

type Options = { merchant: string; environment: string; mayChange: boolean };

function columnsIn(t: Words<"alerts">, { merchant, environment, mayChange }: Options): readonly Column<Alert>[] {
  return [
    {
      key: "rule",
      label: t("fields.rule"),
      cell: ({ rule, href, notKept }) => (
        <span className="flex flex-col whitespace-normal">
          <Link href={href} className="text-accent">
            {t(`rules.${rule}`)}
          </Link>
          {notKept > 0 ? <span className="text-(--tone-warning)">{t("notKept", { count: notKept })}</span> : null}
        </span>
      ),
    },
    { key: "merchant", label: merchant, cell: (alert) => alert.merchant ?? "–" },
    {
      key: "status",
      label: t("fields.status"),
      cell: ({ status }) => <StatusMark tone={tones[status]}>{t(`statuses.${status}`)}</StatusMark>,
    },
    { key: "count", label: t("fields.count"), isEnd: true, cell: ({ count }) => t("times", { count }) },
    { key: "openedAt", label: t("fields.openedAt"), cell: ({ openedAt }) => <Timestamp at={openedAt} /> },
    { key: "lastSeenAt", label: t("fields.lastSeenAt"), cell: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} /> },
    ...(mayChange
      ? [
          {
            key: "actions",
            label: t("fields.actions"),
            cell: (alert: Alert) => <AlertActions environment={environment} alert={alert} />,
          },
        ]
      : []),
  ];
}

/** What may need a person, the last seen first. */
export function AlertList({ environment, scopeName }: { environment: string; scopeName: string }) {
  const t = useTranslations("alerts");
  const common = useTranslations("common");
  const [{ status }, setSearch] = useQueryStates(alertSearchParsers);
  const { data: person } = useQuery(whoAmIQuery());
  const query = useInfiniteQuery(alertsQuery(environment, status));
  const items = query.data?.pages.flatMap((page) => page.items);
  const mayChange = person !== undefined && person.staff.role !== "viewer" && status !== "resolved";
  return (
    <>
      <Toggles
        label={t("fields.status")}
        options={alertStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        value={status}
        onChange={(value) => void setSearch({ status: value })}
        className="pb-3"
      />
      <div className="pb-2">
        <Freshness
          asOf={query.data?.pages[0]?.asOf}
          scope={scopeName}
          isRefreshing={query.isRefetching}
          onRefresh={() => void query.refetch()}
        />
      </div>
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <RowsSkeleton rows={6} label={t("loading")} /> : null}
      {items?.length === 0 ? <EmptyState title={t("empty.title")}>{t("empty.text")}</EmptyState> : null}
      {items && items.length > 0 ? (
        <SimpleTable
          label={t("label")}
          columns={columnsIn(t, { merchant: common("merchant"), environment, mayChange })}
          rows={items}
          keyOf={({ id }) => id}
          copyOf={({ id }) => id}
          more={{ hasMore: query.hasNextPage, isLoading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
        />
      ) : null}
    </>
  );
}
