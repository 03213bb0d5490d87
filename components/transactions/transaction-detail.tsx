"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSentence } from "#components/language/sentences.tsx";
import { ShownZone, ZoneChoice } from "#components/layout/zone-choice.tsx";
import { NotesPanel } from "#components/notes/notes-panel.tsx";
import { MentionList } from "#components/notifications/mention-list.tsx";
import { NotifiedMark } from "#components/notifications/notified-mark.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { Money } from "#components/ui/money.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { TransactionDetail as Detail } from "#lib/contract/transaction.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { transactionQuery } from "#lib/queries/transactions.ts";
import { SupportBundleMenu } from "../support-bundle/support-bundle-menu.tsx";
import { RelatedRecords } from "./related-records.tsx";
import { useRememberVisit, visitedKey } from "./visited.ts";

type Props = { scope: Scope; merchantName: string; transactionKey: { reference: string } | { id: string } };

/** One payment reference: its transactions, the gateway's details, and related records. */
export function TransactionDetail(props: Props) {
  return (
    <ShownZone>
      <Detailed {...props} />
    </ShownZone>
  );
}

function Detailed({ scope, merchantName, transactionKey }: Props) {
  const t = useTranslations("transactions.detail");
  const query = useQuery(transactionQuery(scope, transactionKey));
  const key = "reference" in transactionKey ? { ...transactionKey, id: "" } : { ...transactionKey, reference: null };
  useRememberVisit(scope.environment, visitedKey({ merchant: scope.merchant ?? "", ...key }));
  const name = "reference" in transactionKey ? transactionKey.reference : t("row", { id: transactionKey.id });
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-1">
            <span className="reference text-lg">{name}</span>
            <CopyButton text={name} label={t("reference")} />
          </span>
        }
        context={merchantName}
      >
        <ZoneChoice />
        <SupportBundleMenu scope={scope} subject={transactionKey} />
        <Freshness asOf={query.data?.asOf} isRefreshing={query.isRefetching} onRefresh={() => void query.refetch()} />
      </PageHeader>
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-80 rounded-lg" role="status" aria-label={t("loading")} /> : null}
      {query.data ? (
        <Found
          detail={query.data}
          environment={scope.environment}
          notes={<NotesPanel scope={scope} subject={transactionKey} />}
        />
      ) : null}
    </>
  );
}

/** A sale comes before its fee, whatever their order in the ledger. */
function mainFirst(rows: Detail["rows"]): Detail["rows"] {
  const size = (row: Detail["rows"][number]) => Math.abs(row.amountMinor ?? 0);
  return rows.toSorted((left, right) => size(right) - size(left));
}

function Found({ detail, environment, notes }: { detail: Detail; environment: string; notes: ReactNode }) {
  const t = useTranslations("transactions.detail");
  const say = useSentence();
  const { zone, gatewayZone } = useEnvironment();
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex flex-col gap-4">
        {detail.problem ? <p className="text-(--tone-warning)">{t("asLastRead", { problem: say(detail.problem) })}</p> : null}
        {mainFirst(detail.rows).map((row) => (
          <Panel
            key={row.id}
            title={say(row.typeName)}
            action={
              <span className="font-semibold text-lg">
                <Money {...row} />
              </span>
            }
          >
            <p className="pb-3 text-muted">
              <Timestamp at={row.occurredAt} />
            </p>
            {row.notified ? (
              <div className="pb-3">
                <NotifiedMark notified={row.notified} />
                {row.notified.state === "not_notified" ? (
                  <MentionList base={`/${environment}/${detail.merchant}`} mentions={detail.mentions} />
                ) : null}
              </div>
            ) : null}
            <FieldList label={t("fieldsOf", { type: say(row.typeName) })} fields={row.fields} />
            {zone === gatewayZone ? null : <p className="pt-2 text-muted text-xs">{t("gatewayTimes", { zone: gatewayZone })}</p>}
          </Panel>
        ))}
        {detail.rows.length === 0 ? <p className="text-muted">{t("notRead")}</p> : null}
      </div>
      <div className="flex flex-col gap-4">
        <Panel title={t("gateway")}>
          {detail.details.length > 0 ? (
            <FieldList label={t("gatewayDetails")} fields={detail.details} hasHeadings />
          ) : (
            <p className="text-muted">{t("noDetails")}</p>
          )}
        </Panel>
        <div className="flex flex-col gap-4 print:hidden">
          <RelatedRecords detail={detail} environment={environment} />
          {notes}
          <Panel title={t("record")} action={<CopyButton text={JSON.stringify(detail, null, 2)} label={t("recordAsJson")} />}>
            <details>
              <summary className="cursor-pointer text-muted">{t("showJson")}</summary>
              <pre className="reference overflow-x-auto whitespace-pre-wrap pt-2">{JSON.stringify(detail, null, 2)}</pre>
            </details>
          </Panel>
        </div>
      </div>
    </div>
  );
}
