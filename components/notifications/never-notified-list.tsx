"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import type { Column } from "#components/data-table/columns.ts";
import { ListFooter } from "#components/data-table/list-footer.tsx";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable, useLoadedRows } from "#components/data-table/query-table.tsx";
import { useSelectedRows } from "#components/data-table/use-selected-rows.ts";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { type Say, useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { useGroupOfScope } from "#components/merchants/group-filter.tsx";
import { transactionHref } from "#components/transaction-href.ts";
import { TransactionDrawer } from "#components/transactions/transaction-drawer.tsx";
import { HelpButton } from "#components/ui/help-button.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { Money } from "#components/ui/money.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { neverNotifiedFilters } from "#lib/contract/filters.ts";
import type { NeverNotifiedPage, Transaction } from "#lib/contract/transaction.ts";
import { toCard } from "#lib/core/record-state.ts";
import { transactionTypeText } from "#lib/core/transaction-types.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { neverNotifiedQuery } from "#lib/queries/notifications.ts";
import { type NeverNotifiedState, NothingMissing } from "./nothing-missing.tsx";
import { neverNotifiedParsers } from "./notification-search.ts";
import { NotificationTabs } from "./notification-tabs.tsx";

type Speech = { common: Words<"common">; say: Say; isOfAll: boolean };

function columnsIn(t: Words<"notifications">, { common, say, isOfAll }: Speech): readonly Column<Transaction>[] {
  return [
    {
      key: "time",
      label: t("labels.time"),
      minPx: 112,
      isFixed: true,
      narrow: "note",
      cell: ({ occurredAt: at, isTimeEstimated }) => <Timestamp at={at} isEstimated={isTimeEstimated} precision="row" />,
    },
    {
      key: "reference",
      label: t("labels.reference"),
      minPx: 150,
      wraps: true,
      narrow: "title",
      className: "reference",
      isLink: true,
      cell: ({ reference }) => reference ?? "–",
    },
    ...(isOfAll ? [merchantColumn(common("merchant"))] : []),
    {
      key: "order",
      label: t("labels.order"),
      wraps: true,
      dropOrder: 1,
      className: "reference",
      cell: ({ referenceNumber }) => referenceNumber ?? "–",
    },
    { key: "type", label: t("labels.type"), wraps: true, narrow: "aside", cell: ({ type }) => say(transactionTypeText(type)) },
    { key: "card", label: t("labels.brand"), dropOrder: 2, className: "reference", cell: ({ pan }) => toCard(pan) ?? "–" },
    { key: "amount", label: common("amount"), isEnd: true, narrow: "value", cell: (row) => <Money {...row} /> },
  ];
}

function merchantColumn(label: string): Column<Transaction> {
  return {
    key: "merchant",
    label,
    minPx: 130,
    wraps: true,
    narrow: "merchant",
    cell: ({ merchant }) => <MerchantName slug={merchant} />,
  };
}

const keyOf = ({ merchant, id }: Transaction) => `${merchant} ${id}`;
const copyOf = ({ reference, referenceNumber }: Transaction) => reference ?? referenceNumber ?? "";

type Props = ListPageProps & { scope: Scope };

/** Online sales in the ledger without a notification to URL_Notify. */
export function NeverNotifiedList({ scope, title, context }: Props) {
  const t = useTranslations("notifications");
  const common = useTranslations("common");
  const say = useSay();
  const [search, setSearch] = useQueryStates(neverNotifiedParsers, { history: "push" });
  const group = useGroupOfScope(scope, search.group, (value) => void setSearch({ group: value }));
  const query = useInfiniteQuery(neverNotifiedQuery(scope, search));
  const state = query.data && toState(query.data.pages);
  const firstEndpointAt = state?.firstEndpointAt;
  const rows = useLoadedRows(query, keyOf);
  const selected = useSelectedRows(rows, { listKey: JSON.stringify([scope, search]), keyOf });
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
          copyOf={copyOf}
          keys={["preview", "open", "select", "copy"]}
        />
      }
    >
      <NotificationTabs scope={scope} current="never-notified" />
      <ListFilters
        filters={neverNotifiedFilters}
        search={search}
        onChange={setSearch}
        problems={query.error instanceof ApiError ? query.error.fields : []}
        shown={{ group: group.shown }}
        inputs={{ group: group.input }}
        tools={
          <HelpButton>
            <p>{t("neverNotified.about")}</p>
            {firstEndpointAt ? (
              <p>{t.rich("neverNotified.since", { at: () => <Timestamp at={firstEndpointAt} precision="row" /> })}</p>
            ) : null}
          </HelpButton>
        }
      />
      {state ? <Notes state={state} /> : null}
      <QueryTable
        key={JSON.stringify([scope, search])}
        query={query}
        label={t("tabs.neverNotified")}
        columns={columnsIn(t, { common, say, isOfAll: scope.merchant === null })}
        keyOf={keyOf}
        hrefOf={(row) => transactionHref(scope.environment, row)}
        copyOf={copyOf}
        selection={selected.grid}
        detailDrawer={{
          panel: (item, close) => <TransactionDrawer environment={scope.environment} item={item} onClose={close} />,
        }}
        failedTitle={t("neverNotified.failed")}
        loadingLabel={t("neverNotified.loading")}
        empty={
          state ? (
            <NothingMissing {...{ scope, state, search }} hasMore={query.hasNextPage} onClear={() => void setSearch(null)} />
          ) : null
        }
      />
    </ListPage>
  );
}

/** Of all pages: a later one may have been read when less was synced, or more. */
function toState(pages: readonly NeverNotifiedPage[]): NeverNotifiedState {
  return {
    complete: pages.every(({ complete }) => complete),
    problem: pages.find(({ problem }) => problem)?.problem,
    firstEndpointAt: pages[0]?.firstEndpointAt ?? null,
  };
}

/** Why rows may be missing. */
function Notes({ state: { complete, problem } }: { state: NeverNotifiedState }) {
  const t = useTranslations("notifications");
  const say = useSay();
  return (
    <div className="flex flex-col gap-1 pb-3 text-muted empty:hidden">
      {complete ? null : <p>{t("neverNotified.stillReading")}</p>}
      {problem ? <p className="text-(--tone-warning)">{t("neverNotified.problem", { problem: say(problem) })}</p> : null}
    </div>
  );
}
