"use client";

import { Button, Modal } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { mainRow, ownPayment, transactionDetailState } from "#lib/contract/record-state.ts";
import type { RelatedPayment, TransactionDetail } from "#lib/contract/transaction.ts";
import { isSale } from "#lib/core/transaction-types.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { isOpenStatus } from "#lib/queries/payments.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { PaymentOperationDialog } from "./payment-operation-dialog.tsx";

type Props = { scope: Scope; merchantName: string; detail: TransactionDetail };

/** Refunds a sale from its transaction, or says why that cannot be done here. */
export function RefundAction({ scope, merchantName, detail }: Props) {
  const { data } = useQuery(whoAmIQuery());
  const merchant = useMerchant(scope.environment, detail.merchant);
  const row = mainRow(detail);
  if (data === undefined || !row || !isSale(row)) return null;
  const payment = ownPayment(detail);
  const mayRefund = data.staff.permissions.includes("refund");
  if (mayRefund && merchant?.archivedAt) return <WhyNot reason="archived" />;
  if (mayRefund && payment && payment.refundableMinor > 0)
    return <PaymentOperationDialog act="refunds" scope={scope} merchantName={merchantName} payment={payment} />;
  return <WhyNot reason={mayRefund ? toReason(detail, payment) : "permission"} />;
}

/** A payment that went back, wherever it was taken, is never one to refund in the gateway's portal. */
function toReason(detail: TransactionDetail, payment: RelatedPayment | undefined) {
  const state = transactionDetailState(detail).name;
  if (state === "reversed" || state === "reversal_held") return "reversed";
  if (state === "charged_back") return "chargedBack";
  if (state === "refunded") return "nothingLeft";
  if (payment === undefined) return "elsewhere";
  if (payment.refunds.some(({ status }) => isOpenStatus(status))) return "underWay";
  if (payment.status !== "success" || payment.refunds.length === 0) return "notYet";
  return payment.tipMinor > 0 ? "tipLeft" : "nothingLeft";
}

function WhyNot({ reason }: { reason: "permission" | "archived" | "elsewhere" | ReturnType<typeof toReason> }) {
  const t = useTranslations("records.refund");
  const common = useTranslations("common");
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={t("title")}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="secondary" onPress={() => setOpen(true)}>
          {t("button")}
        </Button>
      }
    >
      <Modal.Body>
        <p>{t(`reasons.${reason}`)}</p>
      </Modal.Body>
      <Modal.Footer>
        <Button onPress={() => setOpen(false)}>{common("close")}</Button>
      </Modal.Footer>
    </Dialog>
  );
}
