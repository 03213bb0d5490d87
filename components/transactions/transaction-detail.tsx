"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { ShownZone, ZoneChoice } from "#components/layout/zone-choice.tsx";
import { NotesPanel } from "#components/notes/notes-panel.tsx";
import { RefundAction } from "#components/payments/refund-action.tsx";
import { toTransactionRecord } from "#components/phone-call/to-call-record.ts";
import { useGathered } from "#components/phone-call/use-phone-call.ts";
import { RecordPage } from "#components/record/record-page.tsx";
import { RecordTags } from "#components/tags/record-tags.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { TransactionDetail as Detail } from "#lib/contract/transaction.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { transactionQuery } from "#lib/queries/transactions.ts";
import { SupportBundleMenu } from "../support-bundle/support-bundle-menu.tsx";
import { AllFields } from "./all-fields.tsx";
import { useTransactionView } from "./transaction-view.ts";
import { useRememberVisit, visitedKey } from "./visited.ts";

type Key = { reference: string } | { id: string };
type Props = { scope: Scope; merchantName: string; transactionKey: Key };

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
  return (
    <>
      {query.data ? null : (
        <PageHeader title={<span className="reference">{Object.values(transactionKey)}</span>} context={merchantName} />
      )}
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-80 rounded-lg" role="status" aria-label={t("loading")} /> : null}
      {query.data ? (
        <Found
          {...{ scope, merchantName, transactionKey }}
          detail={query.data}
          isRefreshing={query.isRefetching}
          onRefresh={() => void query.refetch()}
        />
      ) : null}
    </>
  );
}

type FoundProps = Props & { detail: Detail; isRefreshing: boolean; onRefresh: () => void };

function Found({ scope, merchantName, transactionKey, detail, isRefreshing, onRefresh }: FoundProps) {
  const t = useTranslations("transactions.detail");
  const titles = useTranslations("titles");
  const say = useSay();
  const view = useTransactionView(detail, scope.environment);
  const { environment } = scope;
  const key = { reference: null, id: "", ...transactionKey };
  useGathered(toTransactionRecord({ environment, merchant: detail.merchant }, { ...key, name: view.name ?? null }));
  const warning = detail.problem ? (
    <p className="pt-1 text-(--tone-warning) text-sm">{t("asLastRead", { problem: say(detail.problem) })}</p>
  ) : undefined;
  return (
    <RecordPage
      view={{ ...view, warning }}
      merchantName={merchantName}
      back={{ href: `/${scope.environment}/${scope.merchant}/transactions`, label: titles("transactions") }}
      actions={
        <>
          <RefundAction scope={scope} merchantName={merchantName} detail={detail} />
          <SupportBundleMenu scope={scope} subject={transactionKey} />
          <ZoneChoice />
        </>
      }
      disclosures={
        <>
          <AllFields detail={detail} />
          <TransactionJson detail={detail} />
          <div className="border-border border-t pt-2">
            <Freshness asOf={detail.asOf} isRefreshing={isRefreshing} onRefresh={onRefresh} hasZone={false} />
          </div>
        </>
      }
      notes={
        <div className="flex flex-col gap-4">
          <RecordTags scope={scope} subject={transactionKey} />
          <NotesPanel scope={scope} subject={transactionKey} />
        </div>
      }
    />
  );
}

function TransactionJson({ detail }: { detail: Detail }) {
  const t = useTranslations("transactions.detail");
  const text = JSON.stringify(detail, null, 2);
  return (
    <Disclosure title="JSON">
      <div className="flex items-start gap-2">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long record is scrolled by keyboard, too. */}
        <pre tabIndex={0} className="reference max-h-80 min-w-0 flex-1 overflow-auto whitespace-pre-wrap">
          {text}
        </pre>
        <CopyButton text={text} label={t("recordAsJson")} />
      </div>
    </Disclosure>
  );
}
