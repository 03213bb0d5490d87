"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ForwardPanel } from "#components/endpoints/forward-panel.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { NotificationDetail as Detail } from "#lib/contract/notification.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { notificationQuery } from "#lib/queries/notifications.ts";
import { BodyPanel } from "./body-panel.tsx";
import { DifferencePanel } from "./difference-panel.tsx";
import { FieldsPanel } from "./fields-panel.tsx";
import { NotificationActions } from "./notification-actions.tsx";
import { methodName } from "./notification-words.ts";
import { Summary } from "./summary.tsx";
import { Timeline } from "./timeline.tsx";
import { Working } from "./working.tsx";

/** One received notification, updated live: its content, its verification, and its outcome. */
export function NotificationDetail({ scope, merchantName, id }: { scope: Scope; merchantName: string; id: string }) {
  const t = useTranslations("notifications");
  const query = useQuery(notificationQuery(scope, id));
  return (
    <>
      <PageHeader title={query.data ? methodName(t, query.data.method) : t("detail.untitled")} context={merchantName}>
        {query.data ? <NotificationActions detail={query.data} scope={scope} /> : null}
      </PageHeader>
      <ErrorNotice title={t("detail.failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("detail.loading")} /> : null}
      {query.data ? <Found detail={query.data} scope={scope} /> : null}
    </>
  );
}

function Found({ detail, scope }: { detail: Detail; scope: Scope }) {
  const t = useTranslations("notifications");
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Summary detail={detail} environment={scope.environment} />
        <Timeline detail={detail} environment={scope.environment} />
        <FieldsPanel detail={detail} scope={scope} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Answer detail={detail} />
        {detail.verdict === "valid" ? <ForwardPanel scope={scope} endpointId={detail.endpointId} id={detail.id} /> : null}
        <Working detail={detail} />
        <DifferencePanel detail={detail} scope={scope} />
        <BodyPanel scope={scope} detail={detail} />
        <Panel title={t("detail.headersKept")}>
          <FieldList label={t("headers")} fields={detail.headers.map(({ name, value }) => ({ label: name, value }))} />
        </Panel>
      </div>
    </div>
  );
}

function Answer({ detail: { answered, peer } }: { detail: Detail }) {
  const t = useTranslations("notifications");
  return (
    <Panel title={t("answer.title")}>
      <p>
        {t.rich(peer ? "answer.afterTo" : "answer.after", {
          answer: `${answered.status} ${answered.body}`,
          ms: answered.ms,
          peer: peer ?? "",
          code: (text) => <code className="reference">{text}</code>,
        })}
      </p>
      {answered.status === 200 ? null : <p className="text-muted">{t("answer.notOk")}</p>}
    </Panel>
  );
}
