"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { PaymentDetail as Detail } from "#lib/contract/payment.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { paymentQuery } from "#lib/queries/payments.ts";
import { SupportBundleMenu } from "../support-bundle/support-bundle-menu.tsx";
import { PaymentOperations } from "./payment-operations.tsx";
import { PaymentOutcome } from "./payment-outcome.tsx";
import { PaymentRelated } from "./payment-related.tsx";
import { PaymentSummary } from "./payment-summary.tsx";
import { PaymentTimeline } from "./payment-timeline.tsx";

type Props = { scope: Scope; merchantName: string; paymentId: string };

/** One payment, updated until it is completed. */
export function PaymentDetail({ scope, merchantName, paymentId }: Props) {
  const t = useTranslations("payments");
  const query = useQuery(paymentQuery(scope, paymentId));
  const payment = query.data;
  return (
    <>
      <PageHeader title={t(`kind.${payment?.kind ?? "payment"}`)} context={merchantName}>
        {payment ? (
          <>
            <Link
              className="text-accent underline underline-offset-2 print:hidden"
              href={`${hrefOf(scope)}/${paymentId}/receipt`}
            >
              {t("detail.receipt")}
            </Link>
            <SupportBundleMenu scope={scope} subject={{ payment: paymentId }} />
            <PaymentOperations scope={scope} merchantName={merchantName} payment={payment} />
          </>
        ) : null}
      </PageHeader>
      <ErrorNotice title={t("detail.failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("detail.loading")} /> : null}
      {payment ? <Found payment={payment} scope={scope} /> : null}
    </>
  );
}

function hrefOf({ environment, merchant }: Scope): string {
  return `/${environment}/${merchant}/payments`;
}

function Found({ payment, scope }: { payment: Detail; scope: Scope }) {
  const t = useTranslations("payments");
  const say = useSentence();
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <PaymentSummary payment={payment} />
        <PaymentOutcome payment={payment} newHref={`${hrefOf(scope)}/new?again=${payment.paymentId}`} />
        {payment.problem && hasMoreToSay(payment) ? (
          <Panel title={t("detail.wentWrong")}>
            <p className="pb-2">{say(payment.problem)}</p>
            <FieldList
              label={t("detail.inDetail")}
              fields={payment.problem.rows.map((row) => ({ label: say(row.label), value: say(row.value) }))}
            />
          </Panel>
        ) : null}
        <div className="print:hidden">
          <PaymentTimeline timeline={payment.timeline} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <div className="print:hidden">
          <PaymentRelated payment={payment} environment={scope.environment} />
        </div>
        <Panel title={t("detail.given")}>
          {payment.fields.length > 0 ? (
            <FieldList
              label={t("detail.givenFields")}
              fields={payment.fields.map((field) => ({ ...field, label: say(field.label) }))}
            />
          ) : (
            <p className="text-muted">{t("detail.nothingYet")}</p>
          )}
        </Panel>
      </div>
    </div>
  );
}

/** The result of a call with an unknown outcome is shown above; here only what the gateway itself reported. */
function hasMoreToSay({ problem, outcome }: Detail): boolean {
  if (outcome?.verdict === "did_not_happen") return false;
  return problem?.code !== "outcome_unknown" || problem.rows.length > 0;
}
