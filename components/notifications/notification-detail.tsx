"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { ForwardPanel } from "#components/endpoints/forward-panel.tsx";
import { NotesPanel } from "#components/notes/notes-panel.tsx";
import { toNotificationRecord } from "#components/phone-call/to-call-record.ts";
import { useGathered } from "#components/phone-call/use-phone-call.ts";
import { RecordPage } from "#components/record/record-page.tsx";
import { RecordTags } from "#components/tags/record-tags.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { NotificationDetail as Detail } from "#lib/contract/notification.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { notificationQuery } from "#lib/queries/notifications.ts";
import { SupportBundleMenu } from "../support-bundle/support-bundle-menu.tsx";
import { BodyPart } from "./body-part.tsx";
import { DifferencePart } from "./difference-part.tsx";
import { FieldsPart } from "./fields-part.tsx";
import { NotificationActions } from "./notification-actions.tsx";
import { useNotificationView } from "./notification-view.ts";
import { NotificationWarning } from "./notification-warning.tsx";
import { Working } from "./working.tsx";

type Props = { scope: Scope; merchantName: string; id: string };

/** One received notification, updated live: its content, its verification, and its outcome. */
export function NotificationDetail({ scope, merchantName, id }: Props) {
  const t = useTranslations("notifications");
  const titles = useTranslations("titles");
  const query = useQuery(notificationQuery(scope, id));
  return (
    <>
      {query.data ? null : <PageHeader title={titles("notification")} context={merchantName} />}
      <ErrorNotice title={t("detail.failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("detail.loading")} /> : null}
      {query.data ? <Found detail={query.data} scope={scope} merchantName={merchantName} /> : null}
    </>
  );
}

function Found({ detail, scope, merchantName }: { detail: Detail; scope: Scope; merchantName: string }) {
  const titles = useTranslations("titles");
  const view = useNotificationView(detail, scope.environment);
  const { merchant, id: key } = detail;
  useGathered(toNotificationRecord({ environment: scope.environment, merchant }, { key, name: view.name ?? null }));
  return (
    <RecordPage
      view={{ ...view, warning: <NotificationWarning detail={detail} /> }}
      merchantName={merchantName}
      back={{ href: `/${scope.environment}/${scope.merchant}/notifications`, label: titles("notifications") }}
      actions={
        <NotificationActions detail={detail} scope={scope}>
          <SupportBundleMenu scope={scope} subject={{ notification: detail.id }} />
        </NotificationActions>
      }
      disclosures={<Parts detail={detail} scope={scope} />}
      notes={
        <div className="flex flex-col gap-4">
          {detail.verdict === "valid" ? <ForwardPanel scope={scope} endpointId={detail.endpointId} id={detail.id} /> : null}
          <RecordTags scope={scope} subject={{ notification: detail.id }} />
          <NotesPanel scope={scope} subject={{ notification: detail.id }} />
        </div>
      }
    />
  );
}

/** Everything received, folded; the problem is open where there is one. */
function Parts({ detail, scope }: { detail: Detail; scope: Scope }) {
  const t = useTranslations("notifications");
  const ofRecord = useTranslations("records");
  const [compared] = useQueryState("with");
  return (
    <>
      <Disclosure title={t("working.title")} isOpenAtFirst={detail.verdict !== "valid"} isPrinted>
        <Working detail={detail} />
      </Disclosure>
      <Disclosure title={ofRecord("allFields")} count={detail.fields.length} isPrinted>
        <FieldsPart detail={detail} scope={scope} />
      </Disclosure>
      <Disclosure title={ofRecord("body")}>
        <BodyPart detail={detail} scope={scope} />
      </Disclosure>
      <Disclosure title={t("headers")} count={detail.headers.length}>
        <FieldList label={t("headers")} fields={detail.headers.map(({ name, value }) => ({ label: name, value }))} />
      </Disclosure>
      {detail.deliveries.length > 0 ? (
        <Disclosure title={t("difference.title")} count={detail.deliveries.length} isOpenAtFirst={compared !== null}>
          <DifferencePart detail={detail} scope={scope} />
        </Disclosure>
      ) : null}
    </>
  );
}
