"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import type { Words } from "#components/language/words.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { CallError, CallErrors as Errors } from "#lib/contract/call.ts";
import { type CallErrorSearch, callErrorsQuery } from "#lib/queries/calls.ts";
import { toQueryString } from "#lib/queries/fetch-json.ts";
import { callTone } from "./call-tone.ts";
import { ErrorBars } from "./error-bars.tsx";

type Props = { environment: string; search: CallErrorSearch };

/** Failed calls by outcome and operation over time; each group leads to its calls. */
export function CallErrors({ environment, search }: Props) {
  const t = useTranslations("calls");
  const query = useQuery(callErrorsQuery(environment, search));
  return (
    <Loaded query={query} failedTitle={t("errors.failed")} loading={<RowsSkeleton rows={3} label={t("errors.title")} />}>
      {(errors) => <ErrorGroups environment={environment} search={search} errors={errors} />}
    </Loaded>
  );
}

function ErrorGroups({ environment, search, errors: { groups, steps } }: Props & { errors: Errors }) {
  const t = useTranslations("calls");
  if (groups.length === 0) return <EmptyState title={t("errors.empty.title")}>{t("errors.empty.text")}</EmptyState>;
  return (
    <div className="[--table-height:36dvh]">
      <DataTable
        label={t("errors.title")}
        columns={columnsIn(t, { steps, search })}
        rows={groups}
        keyOf={({ method, path, ...group }) => `${method} ${path} ${outcomeOf(group)}`}
        hrefOf={(group) => `/${environment}/calls${toQueryString({ ...search, ...groupOf(group) })}`}
        copyOf={({ method, path, ...group }) => `${outcomeOf(group)} ${method} ${path}`}
      />
    </div>
  );
}

type Known = Pick<Errors, "steps"> & Pick<Props, "search">;

function columnsIn(t: Words<"calls">, { steps, search }: Known): Column<CallError>[] {
  const number = { isEnd: true, className: "tabular-nums" };
  return [
    {
      key: "error",
      label: t("errors.columns.error"),
      isLink: true,
      cell: (group) => (
        <StatusMark tone={callTone(group)} canWrap>
          {group.status === null ? t(group.failure === null ? "noAnswer" : `failures.${group.failure}`) : String(group.status)}
        </StatusMark>
      ),
    },
    { key: "kind", label: t("columns.call"), cell: ({ kind }) => t(`kinds.${kind}`) },
    { key: "calls", label: t("errors.columns.calls"), ...number, cell: ({ calls }) => calls },
    { key: "merchants", label: t("errors.columns.merchants"), ...number, cell: ({ merchants }) => merchants },
    {
      key: "overTime",
      label: t("errors.columns.overTime"),
      cell: ({ counts }) => <ErrorBars steps={steps} counts={counts} precision={search.period === "day" ? "minute" : "day"} />,
    },
    { key: "last", label: t("errors.columns.last"), cell: ({ lastAt }) => <Timestamp at={lastAt} precision="row" /> },
  ];
}

function outcomeOf({ status, failure }: Pick<CallError, "status" | "failure">): string | null {
  return status === null ? failure : String(status);
}

function groupOf({ method, path, ...group }: CallError) {
  return { method, path, outcome: outcomeOf(group) };
}
