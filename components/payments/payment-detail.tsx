"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { NotesPanel } from "#components/notes/notes-panel.tsx";
import { toPaymentRecord } from "#components/phone-call/to-call-record.ts";
import { useGathered } from "#components/phone-call/use-phone-call.ts";
import { RecordPage } from "#components/record/record-page.tsx";
import { RecordTags } from "#components/tags/record-tags.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { PaymentDetail as Detail } from "#lib/contract/payment.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { paymentQuery } from "#lib/queries/payments.ts";
import { SupportBundleMenu } from "../support-bundle/support-bundle-menu.tsx";
import { PaymentOperations } from "./payment-operations.tsx";
import { PaymentChecks, PaymentWarning } from "./payment-outcome.tsx";
import { usePaymentView } from "./payment-view.ts";

type Props = { scope: Scope; merchantName: string; paymentId: string };

/** One payment, updated until it is completed. */
export function PaymentDetail({ scope, merchantName, paymentId }: Props) {
  const t = useTranslations("payments");
  const titles = useTranslations("titles");
  const query = useQuery(paymentQuery(scope, paymentId));
  return (
    <>
      {query.data ? null : <PageHeader title={titles("payment")} context={merchantName} />}
      <ErrorNotice title={t("detail.failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("detail.loading")} /> : null}
      {query.data ? <Found payment={query.data} scope={scope} merchantName={merchantName} /> : null}
    </>
  );
}

function Found({ payment, scope, merchantName }: { payment: Detail; scope: Scope; merchantName: string }) {
  const t = useTranslations("payments");
  const titles = useTranslations("titles");
  const view = usePaymentView(payment, scope.environment);
  const list = `/${scope.environment}/${scope.merchant}/payments`;
  const { merchant, paymentId: key, referenceNumber: name } = payment;
  useGathered(toPaymentRecord({ environment: scope.environment, merchant }, { key, name }));
  return (
    <RecordPage
      view={{ ...view, warning: <PaymentWarning payment={payment} /> }}
      merchantName={merchantName}
      back={{ href: list, label: titles("payments") }}
      actions={
        <>
          <PaymentOperations scope={scope} merchantName={merchantName} payment={payment} />
          <SupportBundleMenu scope={scope} subject={{ payment: payment.paymentId }} />
          <Link
            className="px-2 text-accent text-sm underline-offset-2 hover:underline"
            href={`${list}/${payment.paymentId}/receipt`}
          >
            {t("detail.receipt")}
          </Link>
        </>
      }
      disclosures={
        <>
          <WentWrong payment={payment} />
          <PaymentChecks payment={payment} />
          <AllFields payment={payment} />
        </>
      }
      notes={
        <div className="flex flex-col gap-4">
          <RecordTags scope={scope} subject={{ payment: key }} />
          <NotesPanel scope={scope} subject={{ payment: key }} />
        </div>
      }
    />
  );
}

function WentWrong({ payment }: { payment: Detail }) {
  const t = useTranslations("payments");
  const say = useSay();
  const { problem } = payment;
  if (!problem || !hasMoreToSay(payment)) return null;
  return (
    <Disclosure title={t("detail.wentWrong")} isOpenAtFirst isPrinted>
      <p className="pb-2">{say(problem)}</p>
      <FieldList label={t("detail.inDetail")} fields={problem.rows} />
    </Disclosure>
  );
}

/** What was sent beside the form's own fields, and all that the gateway answered. */
function AllFields({ payment }: { payment: Detail }) {
  const t = useTranslations("payments");
  const ofRecord = useTranslations("records");
  const sent = [
    { label: t("summary.atGateway"), value: payment.gatewayPaymentId ?? "" },
    { label: t("summary.operatorCode"), value: payment.operatorCode ?? "" },
    { label: t("summary.extra"), value: payment.extra ? JSON.stringify(payment.extra) : "" },
  ].filter(({ value }) => value !== "");
  const count = sent.length + payment.fields.length;
  if (count === 0) return null;
  return (
    <Disclosure title={ofRecord("allFields")} count={count} isPrinted>
      {sent.length > 0 ? <FieldList label={t("summary.label")} fields={sent} /> : null}
      {payment.fields.length > 0 ? (
        <section>
          <h3 className="pb-1 font-medium">{t("detail.given")}</h3>
          <FieldList label={t("detail.givenFields")} fields={payment.fields} />
        </section>
      ) : null}
    </Disclosure>
  );
}

/** The result of a call with an unknown outcome is shown above; here only what the gateway itself reported. */
function hasMoreToSay({ problem, outcome }: Detail): boolean {
  if (outcome?.verdict === "did_not_happen") return false;
  return problem?.code !== "outcome_unknown" || problem.rows.length > 0;
}
