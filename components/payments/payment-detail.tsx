"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ErrorNotice } from "#components/error-notice.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { Money } from "#components/money.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { PaymentDetail as Detail } from "#lib/contract/payment.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { paymentQuery } from "#lib/queries/payments.ts";
import { PaymentActs } from "./payment-acts.tsx";
import { PaymentStatus } from "./payment-status.tsx";

const sources = { staff: "by staff", gateway: "by the gateway", desk: "by the desk" } as const;

/** One payment, followed until it ends. */
export function PaymentDetail({ scope, merchantName, paymentId }: { scope: Scope; merchantName: string; paymentId: string }) {
  const query = useQuery(paymentQuery(scope, paymentId));
  const payment = query.data;
  return (
    <>
      <PageHeader title={payment?.kind === "refund" ? "Refund" : "Payment"} context={merchantName}>
        {payment ? <PaymentActs scope={scope} merchantName={merchantName} payment={payment} /> : null}
      </PageHeader>
      {query.isError ? (
        <ErrorNotice title="This payment could not be opened" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton className="h-60 rounded-lg" aria-label="Loading the payment" /> : null}
      {payment ? <Found payment={payment} environment={scope.environment} /> : null}
    </>
  );
}

function Found({ payment, environment }: { payment: Detail; environment: string }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex flex-col gap-4">
        <section className="rounded-lg border border-border bg-surface p-4">
          <p className="font-semibold text-2xl">
            <Money {...payment} />
          </p>
          <p role="status" className="pt-1 text-lg">
            <PaymentStatus status={payment.status} />
          </p>
          {payment.status === "unknown" ? (
            <p className="pt-2">
              No clear answer arrived, so it may or may not have happened. The desk keeps looking for its reference. Do not take
              it again.
            </p>
          ) : null}
          <p className="flex items-center gap-1 pt-2">
            <span className="reference">{payment.referenceNumber}</span>
            <CopyButton text={payment.referenceNumber} label="reference" />
          </p>
        </section>
        {payment.problem ? (
          <Panel title="What went wrong">
            <p>{payment.problem.message}</p>
            <FieldList label="Said by the gateway" fields={payment.problem.rows} />
          </Panel>
        ) : null}
        <Panel title="Timeline">
          <ol className="flex flex-col gap-2">
            {payment.timeline.map(({ status, source, note, at }) => (
              <li key={`${at}${status}`} className="flex flex-wrap gap-x-3">
                <Timestamp at={at} />
                <PaymentStatus status={status} />
                <span className="text-muted">
                  {sources[source]}
                  {note ? ` · ${note}` : ""}
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      <div className="flex flex-col gap-4">
        <Panel title="What the gateway gave">
          {payment.fields.length > 0 ? (
            <FieldList label="Fields by the gateway" fields={payment.fields} />
          ) : (
            <p className="text-muted">Nothing yet.</p>
          )}
        </Panel>
        <Panel title="Related">
          {payment.transaction ? (
            <Link
              className="reference text-accent underline underline-offset-2"
              href={`/${environment}/${payment.transaction.merchant}/transactions/${encodeURIComponent(payment.transaction.reference)}`}
            >
              {payment.transaction.reference}
            </Link>
          ) : (
            <p className="text-muted">Its ledger row has not been read yet.</p>
          )}
          <ul>
            {payment.refunds.map((refund) => (
              <li key={refund.paymentId}>
                <Link
                  className="text-accent underline underline-offset-2"
                  href={`/${environment}/${refund.merchant}/payments/${refund.paymentId}`}
                >
                  Refund of <Money {...refund} />
                </Link>{" "}
                <PaymentStatus status={refund.status} />
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  );
}
