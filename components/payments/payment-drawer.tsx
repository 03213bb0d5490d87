"use client";

import { DetailDrawer } from "#components/data-table/detail-drawer.tsx";
import { useSettledRow } from "#components/data-table/use-settled-row.ts";
import { toPaymentRecord } from "#components/phone-call/to-call-record.ts";
import { useGatheredPreview } from "#components/phone-call/use-phone-call.ts";
import { RecordPreview } from "#components/record/record-preview.tsx";
import type { Payment, PaymentDetail } from "#lib/contract/payment.ts";
import { paymentQuery } from "#lib/queries/payments.ts";
import { PaymentWarning } from "./payment-outcome.tsx";
import { usePaymentView } from "./payment-view.ts";

type Props = { environment: string; item: Payment; onClose: () => void };

/** A terminal payment in the detail drawer; loads only the row at which the user stops. */
export function PaymentDrawer({ environment, item, onClose }: Props) {
  const { query } = useSettledRow(item, ({ merchant, paymentId }) => paymentQuery({ environment, merchant }, paymentId));
  return (
    <DetailDrawer
      title={<span className="reference">{item.referenceNumber}</span>}
      href={`/${environment}/${item.merchant}/payments/${item.paymentId}`}
      query={query}
      onClose={onClose}
    >
      {query.data ? <Preview payment={query.data} environment={environment} /> : null}
    </DetailDrawer>
  );
}

function Preview({ payment, environment }: { payment: PaymentDetail; environment: string }) {
  const view = usePaymentView(payment, environment);
  const { merchant, paymentId: key, referenceNumber: name } = payment;
  useGatheredPreview(toPaymentRecord({ environment, merchant }, { key, name }));
  return <RecordPreview view={{ ...view, warning: <PaymentWarning payment={payment} /> }}>{null}</RecordPreview>;
}
