"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { PaymentOperationDialog } from "./payment-operation-dialog.tsx";

type Props = { scope: Scope; merchantName: string; payment: PaymentDetail };

/** Operations that this user may start now; each is confirmed with amount and merchant. */
export function PaymentOperations(props: Props) {
  const { data } = useQuery(whoAmIQuery());
  const merchant = useMerchant(props.scope.environment, props.payment.merchant);
  const { status, kind, gatewayPaymentId, refundableMinor, amountMinor, openAct, openReversal, outcome } = props.payment;
  if (data === undefined) return null;
  const hasPermission = data.staff.permissions.includes("refund");
  const isLost =
    openReversal !== null || openAct?.act === "reversal" || (kind === "refund" && outcome?.verdict === "cannot_tell");
  if (isLost) return hasPermission ? <PaymentOperationDialog act="not-processed" {...props} /> : null;
  // Of an archived merchant nothing is sent to the gateway.
  if (openAct !== null || merchant?.archivedAt) return null;
  const mayCancel = data.staff.role !== "viewer" && status === "in_progress" && kind === "payment";
  const mayRefund = hasPermission && status === "success" && kind === "payment";
  // A reversal names the gateway's number, which one that was found in the ledger only does not have.
  const mayReverse = mayRefund && refundableMinor === amountMinor && gatewayPaymentId !== null;
  return (
    <>
      {mayCancel ? <PaymentOperationDialog act="cancel" {...props} /> : null}
      {mayReverse ? <PaymentOperationDialog act="reversal" {...props} /> : null}
      {mayRefund && refundableMinor > 0 ? <PaymentOperationDialog act="refunds" {...props} /> : null}
    </>
  );
}
