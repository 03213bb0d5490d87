"use client";

import { Chip } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { GridColumn } from "#components/data-table/grid-row.tsx";
import { RowGrid } from "#components/data-table/row-grid.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Money } from "#components/money.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import type { Notification } from "#lib/contract/notification.ts";
import { methodName, paymentStateOf } from "./notification-words.ts";
import { AttemptMark, StandingMark } from "./verdict-mark.tsx";

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
  const t = useTranslations("notifications");
  const common = useTranslations("common");
  const shown = useMemo(
    () => columnsIn(t, common).filter(({ key }) => showMerchant || key !== "merchant"),
    [t, common, showMerchant],
  );
  return (
    <RowGrid
      label={t("list.name")}
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

function columnsIn(t: Words<"notifications">, common: Words<"common">): readonly GridColumn<Notification>[] {
  return [
    {
      key: "received",
      label: t("labels.received"),
      minPx: 168,
      narrow: "note",
      className: "whitespace-nowrap",
      isLink: true,
      cell: ({ receivedAt }) => <Timestamp at={receivedAt} />,
    },
    { key: "merchant", label: common("merchant"), minPx: 108, cell: ({ merchant }) => <MerchantName slug={merchant} /> },
    {
      key: "verdict",
      label: t("labels.verdict"),
      minPx: 176,
      narrow: "aside",
      cell: (item) => <StandingMark item={item} />,
    },
    { key: "method", label: t("labels.method"), minPx: 96, cell: ({ method }) => methodName(t, method) },
    {
      key: "order",
      label: t("labels.order"),
      minPx: 132,
      narrow: "title",
      className: "reference",
      cell: ({ orderId }) => orderId ?? "–",
    },
    { key: "trnref", label: "IPC_Trnref", minPx: 100, className: "reference", cell: ({ trnref }) => trnref ?? "–" },
    { key: "payment", label: t("labels.payment"), minPx: 104, cell: (item) => <Payment item={item} /> },
    { key: "answer", label: t("labels.answer"), minPx: 76, cell: (item) => <Answer item={item} /> },
    {
      key: "amount",
      label: common("amount"),
      minPx: 124,
      isEnd: true,
      narrow: "value",
      cell: ({ amountMinor, currency }) => (currency === null ? "–" : <Money amountMinor={amountMinor} currency={currency} />),
    },
  ];
}

function Payment({ item: { state, gateway, conflict, rejection } }: { item: Notification }) {
  const t = useTranslations("notifications");
  const say = useSentence();
  if (rejection !== null) return <span title={say(rejection)}>{say(rejection)}</span>;
  return (
    <>
      {state ? <AttemptMark state={paymentStateOf({ state, gateway })} /> : "–"}{" "}
      {conflict ? <Chip size="sm">{t("list.conflict")}</Chip> : null}
    </>
  );
}

function Answer({ item: { answered, seen } }: { item: Notification }) {
  const t = useTranslations("notifications");
  return (
    <span title={t("answeredAfter", { answer: `${answered.status} ${answered.body}`, ms: answered.ms })}>
      {answered.status}
      {seen > 1 ? ` · ${seen}×` : ""}
    </span>
  );
}
