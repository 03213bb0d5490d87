import type { RelatedPayment } from "#lib/contract/transaction.ts";

/** When a payment was begun, with what became of it then; a later reversal is an event of its own. */
export function listPaymentStates({ status, createdAt, updatedAt }: Pick<RelatedPayment, "status" | "createdAt" | "updatedAt">) {
  if (status !== "reversed") return [{ status, at: createdAt }];
  return [
    { status: "success", at: createdAt },
    { status, at: updatedAt },
  ];
}
