"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import type { Column } from "#components/data-table/columns.ts";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable } from "#components/data-table/query-table.tsx";
import type { Words } from "#components/language/words.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
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
        <span className="flex flex-col">
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
    { key: "openedAt", label: t("fields.openedAt"), cell: ({ openedAt }) => <Timestamp at={openedAt} precision="row" /> },
    { key: "lastSeenAt", label: t("fields.lastSeenAt"), cell: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} precision="row" /> },
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

type Props = ListPageProps & { environment: string };

/** Alerts that may need attention, the most recent first. */
export function AlertList({ environment, title, context }: Props) {
  const t = useTranslations("alerts");
  const common = useTranslations("common");
  const [{ status }, setSearch] = useQueryStates(alertSearchParsers);
  const { data: user } = useQuery(whoAmIQuery());
  const query = useInfiniteQuery(alertsQuery(environment, status));
  const mayChange = user !== undefined && user.staff.role !== "viewer" && status !== "resolved";
  return (
    <ListPage title={title} context={context} status={<QueryFreshness query={query} />}>
      <Toggles
        label={t("fields.status")}
        options={alertStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        value={status}
        onChange={(value) => void setSearch({ status: value })}
        className="pb-3"
      />
      <QueryTable
        query={query}
        label={t("label")}
        columns={columnsIn(t, { merchant: common("merchant"), environment, mayChange })}
        keyOf={({ id }) => id}
        copyOf={({ id }) => id}
        failedTitle={t("failed")}
        loadingLabel={t("loading")}
        empty={<EmptyState title={t("empty.title")}>{t("empty.text")}</EmptyState>}
      />
    </ListPage>
  );
}
