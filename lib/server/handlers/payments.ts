import "server-only";
import type { Runtime } from "#lib/app/runtime.ts";
import type { paymentExportOperations } from "#lib/contract/list-export.ts";
import type { Payment } from "#lib/contract/payment.ts";
import type { paymentBodyOperations } from "#lib/contract/payment-body.ts";
import type { paymentLinkOperations } from "#lib/contract/payment-link.ts";
import type { paymentOperations } from "#lib/contract/payment-operations.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { exportPayments } from "#lib/services/export/export-payments.ts";
import { cancelPayment } from "#lib/services/payments/cancel-payment.ts";
import { createPayment } from "#lib/services/payments/create-payment.ts";
import { getPayment } from "#lib/services/payments/get-payment.ts";
import { markNotProcessed } from "#lib/services/payments/internal/mark-not-processed.ts";
import { changePaymentBody, getPaymentBody } from "#lib/services/payments/internal/payment-body.ts";
import { listMerchantPayments, listPayments } from "#lib/services/payments/list-payments.ts";
import { createPaymentLink, getPaymentLink } from "#lib/services/payments/payment-links.ts";
import { previewPayment } from "#lib/services/payments/preview-payment.ts";
import { refundPayment } from "#lib/services/payments/refund-payment.ts";
import { refundPaymentLink } from "#lib/services/payments/refund-payment-link.ts";
import { reversePayment } from "#lib/services/payments/reverse-payment.ts";
import { fileResponse } from "../file-response.ts";
import type { Handlers } from "../handler.ts";
import { created } from "../respond.ts";

type Table = typeof paymentOperations &
  typeof paymentExportOperations &
  typeof paymentBodyOperations &
  typeof paymentLinkOperations;

export const paymentHandlers: Handlers<Table> = {
  listAllPayments: listPayments,
  listPayments: listMerchantPayments,
  exportAllPayments: async (ctx, question) => fileResponse(await exportPayments(ctx, { ...question, merchant: null })),
  exportPayments: async (ctx, question) => fileResponse(await exportPayments(ctx, question)),
  createPayment: async (ctx, question) => toNewOrKnown(await createPayment(ctx, question)),
  previewPayment,
  getPayment: (ctx, question) => getPayment(ctx, ofPayment(question)),
  cancelPayment: (ctx, question) => cancelPayment(ctx, ofPayment(question)),
  reversePayment: (ctx, question) => reversePayment(ctx, ofPayment(question)),
  markNotProcessed: (ctx, question) => markNotProcessed(ctx, ofPayment(question)),
  refundPayment: async (ctx, question) => toNewOrKnown(await refundPayment(ctx, ofPayment(question))),
  getPaymentBody: (ctx, { environment }) => getPaymentBody(ctx, environment),
  changePaymentBody,
  createPaymentLink: (ctx, question, { runtime }) => createPaymentLink(ctx, { ...question, ...checkoutOf(ctx, runtime) }),
  getPaymentLink: (ctx, question, { runtime }) => getPaymentLink(ctx, { ...question, ...checkoutOf(ctx, runtime) }),
  refundPaymentLink: (ctx, question, { runtime }) => refundPaymentLink(ctx, { ...question, checkout: runtime.sandbox }),
};

function ofPayment<Question extends { id: string }>({ id: paymentId, ...question }: Question) {
  return { ...question, paymentId };
}

/** 201 when this call created it, 200 when the same Idempotency-Key did before. */
function toNewOrKnown({ payment, isNew }: { payment: Payment; isNew: boolean }) {
  return isNew ? created(payment) : payment;
}

function checkoutOf({ publicOrigin }: ServiceContext, { sandbox, lanOrigin }: Runtime) {
  return { checkout: sandbox, reach: { publicOrigin, lanOrigin } };
}
