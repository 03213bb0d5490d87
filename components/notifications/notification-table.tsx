"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { StateMark } from "#components/state-mark.tsx";
import { TagChips } from "#components/tags/tag-chips.tsx";
import { Money } from "#components/ui/money.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Notification } from "#lib/contract/notification.ts";
import { notificationAmount } from "#lib/contract/record-state.ts";
import { notificationState } from "#lib/core/notification-state.ts";
import { methodName } from "./notification-words.ts";

/** The columns of received notifications; the merchant only in a list of several. */
export function useNotificationColumns(showMerchant: boolean): readonly Column<Notification>[] {
  const t = useTranslations("notifications");
  const common = useTranslations("common");
  const tags = useTranslations("tags");
  return useMemo(
    () => columnsIn({ t, common, tags }).filter(({ key }) => showMerchant || key !== "merchant"),
    [t, common, tags, showMerchant],
  );
}

type Speech = { t: Words<"notifications">; common: Words<"common">; tags: Words<"tags"> };

function columnsIn({ t, common, tags }: Speech): readonly Column<Notification>[] {
  return [
    {
      key: "received",
      label: t("labels.received"),
      minPx: 112,
      isFixed: true,
      narrow: "note",
      className: "whitespace-nowrap",
      isLink: true,
      cell: ({ receivedAt }) => <Timestamp at={receivedAt} precision="row" />,
    },
    {
      key: "merchant",
      label: common("merchant"),
      minPx: 124,
      wraps: true,
      narrow: "merchant",
      cell: ({ merchant }) => <MerchantName slug={merchant} />,
    },
    {
      key: "status",
      label: t("labels.status"),
      minPx: 142,
      wraps: true,
      narrow: "aside",
      cell: (item) => <Status item={item} />,
    },
    {
      key: "method",
      label: t("labels.method"),
      minPx: 148,
      wraps: true,
      dropOrder: 3,
      cell: ({ method }) => methodName(t, method),
    },
    {
      key: "order",
      label: t("labels.order"),
      minPx: 132,
      wraps: true,
      narrow: "title",
      className: "reference",
      cell: ({ orderId }) => orderId ?? "–",
    },
    {
      key: "trnref",
      label: "IPC_Trnref",
      minPx: 100,
      wraps: true,
      dropOrder: 1,
      className: "reference",
      cell: ({ trnref }) => trnref ?? "–",
    },
    { key: "answer", label: t("labels.answer"), minPx: 104, isFixed: true, dropOrder: 2, cell: (item) => <Answer item={item} /> },
    { key: "tags", label: tags("title"), minPx: 96, dropOrder: 4, cell: (item) => <TagChips names={item.tags} /> },
    {
      key: "amount",
      label: common("amount"),
      minPx: 124,
      isFixed: true,
      isEnd: true,
      narrow: "value",
      cell: (item) => <Amount item={item} />,
    },
  ];
}

function Amount({ item }: { item: Notification }) {
  const { amountMinor, currency } = notificationAmount(item);
  return currency === null ? "–" : <Money amountMinor={amountMinor} currency={currency} />;
}

function Status({ item }: { item: Notification }) {
  const say = useSay();
  return (
    <span title={item.rejection === null ? undefined : say({ message: item.rejection, ...item.rejectionDetails })}>
      <StateMark {...notificationState(item)} />
    </span>
  );
}

function Answer({ item: { answered, seen } }: { item: Notification }) {
  const t = useTranslations("notifications");
  return (
    <span title={t("answeredAfter", { answer: `${answered.status} ${answered.body}`, ms: answered.ms })}>
      {t(answered.status === 200 ? "answers.ok" : "answers.notOk")}
      {seen > 1 ? ` · ${seen}×` : ""}
    </span>
  );
}
