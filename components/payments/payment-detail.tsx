"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { BundleMenu } from "#components/bundle/bundle-menu.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { PaymentDetail as Detail } from "#lib/contract/payment.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { paymentQuery } from "#lib/queries/payments.ts";
import { PaymentActs } from "./payment-acts.tsx";
import { PaymentOutcome } from "./payment-outcome.tsx";
import { PaymentRelated } from "./payment-related.tsx";
import { PaymentSummary } from "./payment-summary.tsx";
import { PaymentTimeline } from "./payment-timeline.tsx";

type Props = { scope: Scope; merchantName: string; paymentId: string };

/** One payment, followed until it ends. */
export function PaymentDetail({ scope, merchantName, paymentId }: Props) {
  const query = useQuery(paymentQuery(scope, paymentId));
  const payment = query.data;
  const isRefund = payment?.kind === "refund";
  return (
    <>
      <PageHeader title={isRefund ? "Refund" : "Payment"} context={merchantName}>
        {payment ? (
          <>
            <Link
              className="text-accent underline underline-offset-2 print:hidden"
              href={`${hrefOf(scope)}/${paymentId}/receipt`}
            >
              Receipt
            </Link>
            <BundleMenu scope={scope} subject={{ payment: paymentId }} />
            <PaymentActs scope={scope} merchantName={merchantName} payment={payment} />
          </>
        ) : null}
      </PageHeader>
      {query.isError ? (
        <ErrorNotice title="This payment could not be opened" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton className="h-60 rounded-lg" aria-label="Loading the payment" /> : null}
      {payment ? <Found payment={payment} scope={scope} /> : null}
    </>
  );
}

function hrefOf({ environment, merchant }: Scope): string {
  return `/${environment}/${merchant}/payments`;
}

function Found({ payment, scope }: { payment: Detail; scope: Scope }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <PaymentSummary payment={payment} />
        <PaymentOutcome payment={payment} newHref={`${hrefOf(scope)}/new?again=${payment.paymentId}`} />
        {payment.problem && hasMoreToSay(payment) ? (
          <Panel title="What went wrong">
            <p className="pb-2">{payment.problem.message}</p>
            <FieldList label="In detail" fields={payment.problem.rows} />
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
        <Panel title="What the gateway gave">
          {payment.fields.length > 0 ? (
            <FieldList label="Fields by the gateway" fields={payment.fields} />
          ) : (
            <p className="text-muted">Nothing yet.</p>
          )}
        </Panel>
      </div>
    </div>
  );
}

/** A lost call's verdict stands above; only what the gateway itself said of it is more. */
function hasMoreToSay({ problem, outcome }: Detail): boolean {
  if (outcome?.verdict === "did_not_happen") return false;
  return problem?.code !== "outcome_unknown" || problem.rows.length > 0;
}
