"use client";

import { useTranslations } from "next-intl";
import { toNotificationRecord } from "#components/phone-call/to-call-record.ts";
import { useGatheredPreview } from "#components/phone-call/use-phone-call.ts";
import type { Notification, NotificationDetail } from "#lib/contract/notification.ts";
import { notificationQuery } from "#lib/queries/notifications.ts";
import { DetailDrawer } from "../data-table/detail-drawer.tsx";
import { useSettledRow } from "../data-table/use-settled-row.ts";
import { RecordPreview } from "../record/record-preview.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { FieldsPart } from "./fields-part.tsx";
import { useNotificationView } from "./notification-view.ts";
import { NotificationWarning } from "./notification-warning.tsx";

type Props = {
  environment: string;
  item: Pick<Notification, "merchant" | "id" | "orderId" | "trnref">;
  onClose: () => void;
};

/** A notification in the detail drawer. */
export function NotificationDrawer({ environment, item, onClose }: Props) {
  const { query } = useSettledRow(item, ({ merchant, id }) => notificationQuery({ environment, merchant }, id));
  return (
    <DetailDrawer
      title={<span className="reference">{item.orderId ?? item.trnref ?? item.id}</span>}
      href={`/${environment}/${item.merchant}/notifications/${item.id}`}
      query={query}
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
