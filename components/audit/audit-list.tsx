"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable } from "#components/data-table/query-table.tsx";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { useProfileChangeWords } from "#components/gateway-profile/change-words.ts";
import { type Say, useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
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
import { auditSearchParsers } from "./audit-search.ts";

/** Profile questions that have a text here. */
const questions = ["payment_body"] as const;

const toColumns = (t: Words<"audit">, say: Say): Column<AuditEntryView>[] => [
  { key: "at", label: t("fields.at"), cell: ({ at }) => <Timestamp at={at} precision="row" /> },
  { key: "actor", label: t("fields.actor"), cell: ({ actor }) => say(givenName(actor)) },
  { key: "act", label: t("fields.act"), cell: ({ act }) => <span title={act}>{auditActionName(t, act)}</span> },
  { key: "merchant", label: t("fields.merchant"), cell: ({ merchant }) => merchant ?? "" },
  { key: "target", label: t("fields.target"), className: "reference", cell: ({ target }) => target ?? "" },
  { key: "detail", label: t("fields.detail"), className: "min-w-0", cell: (entry) => <Particulars entry={entry} /> },
  { key: "peer", label: t("fields.peer"), className: "reference", cell: ({ peer }) => peer ?? "" },
];

/** The audit log, newest first. */
export function AuditList({ environment, title, context }: ListPageProps & { environment: string }) {
  const t = useTranslations("audit");
  const say = useSay();
  const columns = useMemo(() => toColumns(t, say), [t, say]);
  const [search, setSearch] = useQueryStates(auditSearchParsers, { history: "push" });
  const query = useInfiniteQuery(auditQuery(environment, search));
  return (
    <ListPage
      title={title}
      context={context}
      status={<QueryFreshness query={query} />}
      actions={
        <a className="button button--secondary button--sm" href={auditExportHref(environment, search)} download>
          <Download aria-hidden="true" className="size-4" />
          {t("export")}
        </a>
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
        query={query}
        label={t("label")}
        columns={columns}
        keyOf={({ id }) => String(id)}
        copyOf={({ target, id }) => target ?? String(id)}
        failedTitle={t("failed")}
        loadingLabel={t("loading")}
        empty={<EmptyState title={t("empty.title")}>{t("empty.text")}</EmptyState>}
      />
    </ListPage>
  );
}

function Particulars({ entry }: { entry: AuditEntryView }) {
  const t = useTranslations("audit");
  const describeChange = useProfileChangeWords();
  const text = (entry.act === "profile.changed" ? describeChange(entry.detail) : undefined) ?? auditDetailText(t, entry);
  if (text === "") return null;
  return (
    <span className="block truncate text-muted" title={text}>
      {text}
    </span>
  );
}

/** The details of an audit entry as text, where one exists. */
export function auditDetailText(t: Words<"audit">, { act, detail }: Pick<AuditEntryView, "act" | "detail">): string {
  const question = questions.find((item) => act === "profile.changed" && item === detail.question);
  if (question)
    return t("profileChange", { question: t(`questions.${question}`), before: written(detail.from), after: written(detail.to) });
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${written(value)}`)
    .join(" · ");
}

function written(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
