"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toNotificationRecord } from "#components/phone-call/to-call-record.ts";
import { useGatheredPreview } from "#components/phone-call/use-phone-call.ts";
import type { Notification, NotificationDetail } from "#lib/contract/notification.ts";
import { notificationQuery } from "#lib/queries/notifications.ts";
import { DetailDrawer } from "../data-table/detail-drawer.tsx";
import { RecordPreview } from "../record/record-preview.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { useDebounced } from "../ui/use-debounced.ts";
import { FieldsPart } from "./fields-part.tsx";
import { useNotificationView } from "./notification-view.ts";
import { NotificationWarning } from "./notification-warning.tsx";

type Props = {
  environment: string;
  item: Pick<Notification, "merchant" | "id" | "orderId" | "trnref">;
  onClose: () => void;
};

const pauseMs = 150;

/** A notification in the detail drawer. */
export function NotificationDrawer({ environment, item, onClose }: Props) {
  const { merchant, id } = useDebounced(item, pauseMs);
  const query = useQuery(notificationQuery({ environment, merchant }, id));
  const isSettled = id === item.id;
  return (
    <DetailDrawer
      title={<span className="reference">{item.orderId ?? item.trnref ?? item.id}</span>}
      href={`/${environment}/${item.merchant}/notifications/${item.id}`}
      query={{ ...query, isPending: !isSettled || query.isPending }}
      onClose={onClose}
    >
      {query.data ? <Preview detail={query.data} environment={environment} /> : null}
    </DetailDrawer>
  );
}

function Preview({ detail, environment }: { detail: NotificationDetail; environment: string }) {
  const t = useTranslations("records");
  const view = useNotificationView(detail, environment);
  const { merchant, id: key } = detail;
  useGatheredPreview(toNotificationRecord({ environment, merchant }, { key, name: view.name ?? null }));
  return (
    <RecordPreview view={{ ...view, warning: <NotificationWarning detail={detail} /> }}>
      <Disclosure title={t("allFields")} count={detail.fields.length}>
        <FieldsPart detail={detail} scope={{ environment, merchant }} />
      </Disclosure>
    </RecordPreview>
  );
}
