"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { ListFooter } from "#components/data-table/list-footer.tsx";
import { QueryFreshness } from "#components/data-table/query-freshness.tsx";
import { QueryTable, useLoadedRows } from "#components/data-table/query-table.tsx";
import { useSelectedRows } from "#components/data-table/use-selected-rows.ts";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { OptionsFilter } from "#components/filters/options-filter.tsx";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { useGroupOfScope } from "#components/merchants/group-filter.tsx";
import { StateMark } from "#components/state-mark.tsx";
import { TagChips } from "#components/tags/tag-chips.tsx";
import { tagInput } from "#components/tags/tag-filter.tsx";
import { TagRows } from "#components/tags/tag-rows.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { Money } from "#components/ui/money.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { useViewSearch } from "#components/views/use-view-search.ts";
import { paymentFilters } from "#lib/contract/filters.ts";
import type { Payment } from "#lib/contract/payment.ts";
import { paymentAmount, paymentListState } from "#lib/contract/record-state.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { definedInput } from "#lib/queries/fetch-json.ts";
import { type Scope, scopePath } from "#lib/queries/keys.ts";
import { paymentsQuery } from "#lib/queries/payments.ts";
import { PaymentDrawer } from "./payment-drawer.tsx";
import { PaymentTabs } from "./payment-tabs.tsx";

function columns(t: Words<"payments">, showMerchant: boolean): Column<Payment>[] {
  return [
    {
      key: "created",
      label: t("list.created"),
      minPx: 112,
      isFixed: true,
      narrow: "note",
      cell: ({ createdAt }) => <Timestamp at={createdAt} precision="row" />,
    },
    ...(showMerchant
      ? [
          {
            key: "merchant",
            label: t("list.merchant"),
            wraps: true,
            dropOrder: 1,
            narrow: "merchant" as const,
            cell: ({ merchant }: Payment) => <MerchantName slug={merchant} />,
          },
        ]
      : []),
    {
      key: "reference",
      label: t("list.reference"),
      minPx: 212,
      wraps: true,
      narrow: "title",
      className: "reference",
      isLink: true,
      cell: ({ referenceNumber }) => referenceNumber,
    },
    { key: "kind", label: t("list.kind"), minPx: 92, dropOrder: 2, cell: ({ kind }) => t(`kind.${kind}`) },
    {
      key: "terminal",
      label: t("list.terminal"),
      minPx: 92,
      dropOrder: 3,
      className: "reference",
      cell: ({ terminalId }) => terminalId,
    },
    {
      key: "status",
      label: t("list.status"),
      minPx: 172,
      wraps: true,
      narrow: "aside",
      cell: (payment) => <StateMark {...paymentListState(payment)} />,
    },
    { key: "tags", label: t("list.tags"), minPx: 96, dropOrder: 4, cell: ({ tags }) => <TagChips names={tags} /> },
    {
      key: "amount",
      label: t("list.amount"),
      isEnd: true,
      narrow: "value",
      cell: (payment) => <Money {...paymentAmount(payment)} />,
    },
  ];
}

const keyOf = ({ paymentId }: Payment) => paymentId;
const toTagged = ({ merchant, paymentId }: Payment) => ({ merchant, payment: paymentId });
const copyOf = ({ referenceNumber }: Payment) => referenceNumber;

type Props = ListPageProps & { scope: Scope; actions?: ReactNode };

export function PaymentList({ scope, title, context, actions }: Props) {
  const t = useTranslations("payments");
  const { search, setSearch } = useViewSearch(paymentFilters, { list: "payments", scope });
  const query = useInfiniteQuery(paymentsQuery(scope, search));
  const rows = useLoadedRows(query, keyOf);
  const selected = useSelectedRows(rows, { listKey: JSON.stringify([scope, search]), keyOf });
  const hrefOf = ({ merchant, paymentId }: Payment) => `/${scope.environment}/${merchant}/payments/${paymentId}`;
  const group = useGroupOfScope(scope, search.group, (value) => setSearch({ group: value }));
  const empty = Object.values(search).some((value) => value !== null) ? "noMatch" : "empty";
  const pick = (name: "currency" | "terminal") => (close: () => void) => (
    <OptionsFilter
      key={name}
      {...{ scope, name }}
      value={search[name]}
      onChange={(value) => setSearch({ [name]: value })}
      onDone={close}
      hasCounts={false}
    />
  );
  return (
    <ListPage
      title={title}
      context={context}
      actions={
        <>
          <ExportMenu
            path={`${scopePath(scope)}/payments/export`}
            toBody={() => definedInput(search)}
            label={t("list.export")}
            ignoresSelection={selected.rows.length > 0}
          />
          {actions}
        </>
      }
      status={<QueryFreshness query={query} />}
      footer={
        <ListFooter
          count={query.data && rows.length}
          hasMore={query.hasNextPage}
          selected={selected}
          copyOf={copyOf}
          keys={["preview", "open", "select", "copy"]}
        >
          <TagRows environment={scope.environment} records={selected.rows.map(toTagged)} />
        </ListFooter>
      }
    >
      <PaymentTabs scope={scope} arrangement={{ search: definedInput(search), columns: null }} />
      <ListFilters
        filters={paymentFilters}
        search={search}
        onChange={setSearch}
        problems={query.error instanceof ApiError ? query.error.fields : []}
        shown={{ group: group.shown }}
        inputs={{
          currency: pick("currency"),
          terminal: pick("terminal"),
          group: group.input,
          tag: tagInput({ environment: scope.environment, value: search.tag, onChange: (tag) => setSearch({ tag }) }),
        }}
      />
      <QueryTable
        query={query}
        label={t("list.label")}
        columns={columns(t, scope.merchant === null)}
        keyOf={keyOf}
        hrefOf={hrefOf}
        copyOf={copyOf}
        selection={selected.grid}
        peek={{
          hrefOf,
          panel: (item, close) => <PaymentDrawer environment={scope.environment} item={item} onClose={close} />,
        }}
        failedTitle={t("list.failed")}
        loadingLabel={t("list.loading")}
        empty={<EmptyState title={t(`list.${empty}.title`)}>{t(`list.${empty}.text`)}</EmptyState>}
      />
    </ListPage>
  );
}
