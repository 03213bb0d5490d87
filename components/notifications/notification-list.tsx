"use client";

import { Button } from "@heroui/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ListFooter } from "#components/data-table/list-footer.tsx";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable, useLoadedRows } from "#components/data-table/query-table.tsx";
import { useSelectedRows } from "#components/data-table/use-selected-rows.ts";
import { LookUpMatching } from "#components/lookups/look-up-matching.tsx";
import { TagRows } from "#components/tags/tag-rows.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { toast } from "#components/ui/toast.ts";
import { useViewSearch } from "#components/views/use-view-search.ts";
import { notificationFilters } from "#lib/contract/filters.ts";
import type { Notification } from "#lib/contract/notification.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { type Scope, scopePath } from "#lib/queries/keys.ts";
import { notificationsLookup } from "#lib/queries/lookups.ts";
import { notificationsQuery } from "#lib/queries/notifications.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { EndpointsLink } from "./nothing-missing.tsx";
import { NotificationDrawer } from "./notification-drawer.tsx";
import { NotificationFilters } from "./notification-filters.tsx";
import { useNotificationColumns } from "./notification-table.tsx";
import { NotificationTabs } from "./notification-tabs.tsx";
import { VerifyAgain } from "./verify-again.tsx";

const keyOf = ({ id }: Notification) => id;
const toTagged = ({ merchant, id }: Notification) => ({ merchant, notification: id });
const copyOf = ({ trnref, orderId }: Notification) => trnref ?? orderId ?? "";

type Props = ListPageProps & { scope: Scope };

/** The notification list, updated live; on a shared screen a new one is announced to everybody who watches. */
export function NotificationList({ scope, title, context }: Props) {
  const t = useTranslations("notifications");
  const { search, setSearch } = useViewSearch(notificationFilters, { list: "notifications", scope });
  const { data: me } = useQuery(whoAmIQuery());
  const query = useInfiniteQuery(notificationsQuery(scope, search));
  const hrefOf = ({ merchant, id }: Notification) => `/${scope.environment}/${merchant}/notifications/${id}`;
  const rows = useLoadedRows(query, keyOf);
  const selected = useSelectedRows(rows, { listKey: JSON.stringify([scope, search]), keyOf });
  const isFiltered = Object.values(search).some((value) => value !== null);
  return (
    <ListPage
      title={title}
      context={context}
      status={<QueryFreshness query={query} />}
      actions={
        <>
          {scope.merchant !== null && search.verdict !== null && search.verdict !== "valid" ? (
            <VerifyAgain scope={scope} />
          ) : null}
          <ExportMenu
            path={`${scopePath(scope)}/notifications/export`}
            toBody={() => definedInput(search)}
            label={t("list.export")}
            ignoresSelection={selected.rows.length > 0}
          />
        </>
      }
      footer={
        <ListFooter
          count={query.data && rows.length}
          hasMore={query.hasNextPage}
          selected={selected}
          copyOf={copyOf}
          keys={["preview", "open", "select", "copy"]}
        >
          <LookUpMatching share={() => notificationsLookup(scope, definedInput(search))} />
          <TagRows environment={scope.environment} records={selected.rows.map(toTagged)} />
        </ListFooter>
      }
    >
      <NotificationTabs scope={scope} arrangement={{ search: definedInput(search), columns: null }} />
      <NotificationFilters scope={scope} problems={query.error instanceof ApiError ? query.error.fields : []} />
      <QueryTable
        key={JSON.stringify([scope, search])}
        query={query}
        label={t("list.name")}
        columns={useNotificationColumns(scope.merchant === null)}
        keyOf={keyOf}
        hrefOf={hrefOf}
        copyOf={copyOf}
        selection={selected.grid}
        onArrived={me?.isPresenting ? (count) => toast(t("list.arrived", { count })) : undefined}
        failedTitle={t("list.failed")}
        loadingLabel={t("list.loading")}
        empty={<Nothing scope={scope} isFiltered={isFiltered} onShowMore={() => setSearch(null)} />}
        detailDrawer={{
          hrefOf,
          panel: (item, close) => <NotificationDrawer environment={scope.environment} item={item} onClose={close} />,
        }}
      />
    </ListPage>
  );
}

function Nothing({ scope, isFiltered, onShowMore }: { scope: Scope; isFiltered: boolean; onShowMore: () => void }) {
  const t = useTranslations("notifications");
  if (isFiltered) {
    return (
      <EmptyState title={t("list.noneFits.title")} action={<Button onPress={onShowMore}>{t("list.noneFits.clear")}</Button>}>
        {t("list.noneFits.text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("list.empty.title")}>
      {t("list.empty.text")} <EndpointsLink scope={scope} />
    </EmptyState>
  );
}
