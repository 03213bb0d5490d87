"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "#components/error-notice.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import { paymentQuery } from "#lib/queries/payments.ts";
import { toReceiptRows } from "./receipt-rows.ts";

/** One payment to be printed: what the gateway gave, no more. */
export function PaymentReceipt({ scope, merchantName, paymentId }: { scope: Scope; merchantName: string; paymentId: string }) {
  const { data: payment, error, refetch } = useQuery(paymentQuery(scope, paymentId));
  if (error && !payment)
    return <ErrorNotice title="This payment could not be opened" error={error} onRetry={() => void refetch()} />;
  if (!payment) return <p role="status">Loading the receipt …</p>;
  if (payment.fields.length === 0)
    return <p role="status">The gateway has given nothing about this payment yet, so there is no receipt.</p>;
  return (
    <div className="mx-auto max-w-md">
      <article aria-label="Receipt" className="rounded-lg border border-border bg-surface p-6 print:border-0 print:p-0">
        <h1 className="font-semibold text-xl">{merchantName}</h1>
        <p className="pb-4 text-muted">
          {payment.kind === "refund" ? "Refund" : "Payment"}
          {scope.environment === "production" ? "" : ` · ${scope.environment}: no money moved`}
        </p>
        <FieldList label="Given by the gateway" fields={toReceiptRows(payment)} />
      </article>
      <div className="flex justify-end pt-4 print:hidden">
        <Button onPress={() => window.print()}>Print</Button>
      </div>
    </div>
  );
}
