"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import type { Words } from "#components/language/words.ts";
import { Link } from "#components/ui/link.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { Verdict } from "#lib/core/shop-orders/verdicts.ts";
import { DayText } from "./day-text.tsx";
import { notificationHref, type OrderScope, orderHref } from "./order-href.ts";
import type { CheckItem } from "./shown-order.ts";

const tones: Record<Verdict, Tone> = {
  not_booked: "danger",
  not_notified: "danger",
  notified_twice: "danger",
  booked_twice: "danger",
  amount_differs: "danger",
  refunded: "neutral",
  partly_refunded: "neutral",
  not_checked: "warning",
  equal: "success",
};

type Props = { scope: OrderScope; items: readonly CheckItem[] };

/** A row for each order: shop, notification and ledger side by side; only rows in view are rendered. */
export function CheckedTable({ scope, items }: Props) {
  const t = useTranslations("orderCheck.table");
  const tr = useTranslations("orderCheck");
  const columns = useMemo(() => toColumns({ t, tr }, scope), [t, tr, scope]);
  return (
    <DataTable
      label={t("label")}
      columns={columns}
      rows={items}
      keyOf={({ order }) => order.orderId}
      hrefOf={(item) => orderHref(item, scope)}
      copyOf={({ order }) => order.orderId}
    />
  );
}

type Speech = { t: Words<"orderCheck.table">; tr: Words<"orderCheck"> };

function toColumns({ t, tr }: Speech, scope: Props["scope"]): Column<CheckItem>[] {
  return [
    {
      ...{ key: "order", label: t("order"), minPx: 170, narrow: "title", className: "reference text-accent", isLink: true },
      cell: ({ order }) => order.orderId,
    },
    {
      ...{ key: "verdict", label: t("verdict"), minPx: 230, narrow: "note", wraps: true },
      cell: ({ checked }) => <VerdictMark checked={checked} tr={tr} />,
    },
    { key: "day", label: t("day"), minPx: 110, narrow: "aside", dropOrder: 1, cell: ({ order }) => <DayText day={order.day} /> },
    { key: "shop", label: t("shop"), minPx: 120, narrow: "value", isEnd: true, cell: ({ order }) => <Money {...order} /> },
    {
      key: "notification",
      label: t("notification"),
      minPx: 140,
      isEnd: true,
      cell: (item) => <Notified item={item} t={t} scope={scope} />,
    },
    { key: "ledger", label: t("ledger"), minPx: 120, isEnd: true, cell: (item) => <Booked item={item} /> },
    { key: "returned", label: t("returned"), minPx: 120, isEnd: true, dropOrder: 2, cell: (item) => <Returned item={item} /> },
  ];
}

function VerdictMark({ checked, tr }: { checked: CheckItem["checked"]; tr: Speech["tr"] }) {
  const verdict = checked?.verdict ?? "equal";
  const mark = (
    <StatusMark tone={tones[verdict]} canWrap>
      {tr(`verdicts.${verdict}`)}
    </StatusMark>
  );
  if (!checked?.reason) return mark;
  const reason = tr(`reasons.${checked.reason}`);
  return (
    <span title={reason}>
      {mark} <span className="text-muted text-xs">{reason}</span>
    </span>
  );
}

function Notified({ item: { order, checked }, t, scope }: { item: CheckItem; t: Speech["t"]; scope: Props["scope"] }) {
  if (!checked) return <Money {...order} />;
  const { notification, notifications } = checked;
  if (!notification) return "–";
  const { amountMinor, currency } = notification;
  return (
    <>
      {notifications > 1 ? <span className="text-muted">{t("times", { count: notifications })} </span> : null}
      <Link href={notificationHref(scope, notification.id)} className="underline underline-offset-2">
        {amountMinor === null ? t("noAmount") : <Money amountMinor={amountMinor} currency={currency ?? ""} />}
      </Link>
    </>
  );
}

function Booked({ item: { order, checked } }: { item: CheckItem }) {
  if (!checked) return <Money {...order} />;
  return checked.transaction ? <Money {...checked.transaction} /> : "–";
}

function Returned({ item: { checked } }: { item: CheckItem }) {
  const { returnedMinor = null, transaction } = checked ?? {};
  return returnedMinor === null || !transaction ? "–" : <Money amountMinor={-returnedMinor} currency={transaction.currency} />;
}
