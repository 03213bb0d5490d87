"use client";

import { useQuery } from "@tanstack/react-query";
import { DetailDrawer } from "#components/data-table/detail-drawer.tsx";
import { toPaymentRecord } from "#components/phone-call/to-call-record.ts";
import { useGatheredPreview } from "#components/phone-call/use-phone-call.ts";
import { RecordPreview } from "#components/record/record-preview.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import type { Payment, PaymentDetail } from "#lib/contract/payment.ts";
import { paymentQuery } from "#lib/queries/payments.ts";
import { PaymentWarning } from "./payment-outcome.tsx";
import { usePaymentView } from "./payment-view.ts";

type Props = { environment: string; item: Payment; onClose: () => void };

const pauseMs = 150;

/** A terminal payment in the detail drawer; loads only the row at which the user stops. */
export function PaymentDrawer({ environment, item, onClose }: Props) {
  const { merchant, paymentId } = useDebounced(item, pauseMs);
  const query = useQuery(paymentQuery({ environment, merchant }, paymentId));
  const isSettled = paymentId === item.paymentId;
  return (
    <DetailDrawer
      title={<span className="reference">{item.referenceNumber}</span>}
      href={`/${environment}/${item.merchant}/payments/${item.paymentId}`}
      query={{ ...query, isPending: !isSettled || query.isPending }}
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
