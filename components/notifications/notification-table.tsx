"use client";

import { Chip } from "@heroui/react";
import { useMemo } from "react";
import type { GridColumn } from "#components/data-table/grid-row.tsx";
import { RowGrid } from "#components/data-table/row-grid.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import { Money } from "#components/money.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import type { Notification } from "#lib/contract/notification.ts";
import { methodName } from "./notification-words.ts";
import { AttemptMark, GatewayMark, VerdictMark } from "./verdict-mark.tsx";

type Props = {
  environment: string;
  items: readonly Notification[];
  showMerchant: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onLoadMore: () => void;
};

/** More are fetched when so few rows are left below those in view. */
const aheadRows = 20;

/** What was received, newest first. */
export function NotificationTable({ environment, items, showMerchant, hasMore, isLoadingMore, onLoadMore }: Props) {
  const shown = useMemo(() => columns.filter(({ key }) => showMerchant || key !== "merchant"), [showMerchant]);
  return (
    <RowGrid
      label="Received notifications"
      columns={shown}
      rowCount={items.length}
      rowAt={(index) => items[index]}
      keyOf={({ id }) => id}
      hrefOf={({ merchant, id }) => `/${environment}/${merchant}/notifications/${id}`}
      copyOf={({ trnref, orderId }) => trnref ?? orderId ?? ""}
      onShown={(_, last) => last > items.length - aheadRows && hasMore && !isLoadingMore && onLoadMore()}
      isLoadingMore={isLoadingMore}
    />
  );
}

const columns: readonly GridColumn<Notification>[] = [
  {
    key: "received",
    label: "Received",
    minPx: 168,
    className: "whitespace-nowrap",
    isLink: true,
    cell: ({ receivedAt }) => <Timestamp at={receivedAt} />,
  },
  { key: "merchant", label: "Merchant", minPx: 120, cell: ({ merchant }) => <MerchantName slug={merchant} /> },
  { key: "verdict", label: "Verdict", minPx: 110, cell: ({ verdict }) => <VerdictMark verdict={verdict} /> },
  { key: "method", label: "Method", minPx: 110, cell: ({ method }) => methodName(method) },
  { key: "order", label: "Order", minPx: 140, className: "reference", cell: ({ orderId }) => orderId ?? "–" },
  { key: "trnref", label: "IPC_Trnref", minPx: 100, className: "reference", cell: ({ trnref }) => trnref ?? "–" },
  { key: "payment", label: "Payment", minPx: 130, cell: (item) => <Payment item={item} /> },
  { key: "gateway", label: "Gateway", minPx: 135, cell: ({ gateway }) => (gateway ? <GatewayMark state={gateway} /> : "–") },
  { key: "answer", label: "Answer", minPx: 80, cell: (item) => <Answer item={item} /> },
  {
    key: "amount",
    label: "Amount",
    minPx: 124,
    isEnd: true,
    cell: ({ amountMinor, currency }) => (currency === null ? "–" : <Money amountMinor={amountMinor} currency={currency} />),
  },
];

function Payment({ item: { state, conflict } }: { item: Notification }) {
  return (
    <>
      {state ? <AttemptMark state={state} /> : "–"} {conflict ? <Chip size="sm">conflict</Chip> : null}
    </>
  );
}

function Answer({ item: { answered, seen } }: { item: Notification }) {
  return (
    <span title={`${answered.status} ${answered.body} after ${answered.ms} ms`}>
      {answered.status}
      {seen > 1 ? ` · ${seen}×` : ""}
    </span>
  );
}
