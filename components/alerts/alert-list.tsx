"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable } from "#components/data-table/query-table.tsx";
import { ClearFilters } from "#components/filters/clear-filters.tsx";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { useGroupFilter } from "#components/merchants/group-filter.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { Toggles } from "#components/ui/toggles.tsx";
import { alertStatuses } from "#lib/contract/alert-marks.ts";
import { alertFilters } from "#lib/contract/filters.ts";
import { alertsQuery } from "#lib/queries/alerts.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { toQueryString } from "#lib/queries/fetch-json.ts";
import { areAll, merchantsQuery } from "#lib/queries/merchants.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { alertColumns } from "./alert-columns.tsx";
import { AlertComment, type CommentedAlert } from "./alert-comment.tsx";
import { alertSearchParsers } from "./alert-search.ts";

type Props = ListPageProps & { environment: string };

/** What needs attention, of all merchants or of one, the most recent first. */
export function AlertList({ environment, title, context }: Props) {
  const t = useTranslations("alerts");
  const common = useTranslations("common");
  const titles = useTranslations("titles");
  const [search, setSearch] = useQueryStates(alertSearchParsers, { history: "push" });
  const { status, merchant, group } = search;
  const clear = () => void setSearch({ merchant: null, group: null });
  const ofGroup = useGroupFilter({ environment, value: group, onChange: (value) => void setSearch({ group: value }) });
  const { data: user } = useQuery(whoAmIQuery());
  const { data: merchants } = useQuery(merchantsQuery(environment));
  const [commented, setCommented] = useState<CommentedAlert>();
  const query = useInfiniteQuery(alertsQuery(environment, search));
  const mayChange = user !== undefined && user.staff.role !== "viewer";
  // Of very many merchants one is typed.
  const options =
    merchants && areAll(merchants) ? { merchant: merchants.map(({ slug, name }) => ({ value: slug, label: name })) } : {};
  return (
    <ListPage
      title={title}
      context={context}
      status={<QueryFreshness query={query} />}
      actions={
        <>
          {mayChange ? (
            <Link href={`/${environment}/calls${toQueryString({ merchant })}`} className="text-accent">
              {titles("calls")}
            </Link>
          ) : null}
          <Link href={`/${environment}/alerts/rules`} className="text-accent">
            {t("ruleSettings")}
          </Link>
          <Link href={`/${environment}/alerts/channels`} className="text-accent">
            {t("channels")}
          </Link>
        </>
      }
    >
      <ListFilters
        filters={alertFilters}
        search={{ merchant, group }}
        onChange={(change) => (change === null ? clear() : void setSearch(change))}
        options={options}
        shown={{ group: ofGroup.shown }}
        inputs={{ group: ofGroup.input }}
        problems={query.error instanceof ApiError ? query.error.fields : []}
        tools={
          <Toggles
            label={t("fields.status")}
            options={alertStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
            value={status}
            onChange={(value) => void setSearch({ status: value })}
          />
        }
      />
      <QueryTable
        key={JSON.stringify([environment, search])}
        query={query}
        label={t("label")}
        columns={alertColumns(t, { merchant: common("merchant"), environment, mayChange, onComment: setCommented })}
        keyOf={({ id }) => id}
        copyOf={({ id }) => id}
        failedTitle={t("failed")}
        loadingLabel={t("loading")}
        empty={
          <EmptyState title={t("empty.title")} action={<ClearFilters search={{ merchant, group }} onClear={clear} />}>
            {t("empty.text")}
          </EmptyState>
        }
      />
      {commented ? <AlertComment environment={environment} alert={commented} onClose={() => setCommented(undefined)} /> : null}
    </ListPage>
  );
}
