import { defineOperations, environmentPath, gatewayErrors, idempotencyHeader, merchantPath } from "./operation.ts";
import {
  createPaymentInput,
  listPaymentsInput,
  markNotProcessedInput,
  paymentDetailSchema,
  paymentPageSchema,
  paymentPreviewSchema,
  paymentSchema,
  refundPaymentInput,
  reversePaymentInput,
} from "./payment.ts";

const list = {
  method: "get",
  role: "viewer",
  query: listPaymentsInput,
  answers: { 200: { description: "One page, newest first.", schema: paymentPageSchema } },
} as const;

const change = {
  role: "support",
  headers: [idempotencyHeader],
  errors: [...gatewayErrors, "idempotency_key_missing", "idempotency_mismatch", "conflict", "gateway_invalid", "outcome_unknown"],
} as const;

export const paymentOperations = defineOperations("Payments", {
  listAllPayments: { ...list, path: `${environmentPath}/payments`, summary: "Payments of all merchants you may see" },
  listPayments: { ...list, path: `${merchantPath}/payments`, summary: "Payments of a merchant" },
  createPayment: {
    ...change,
    method: "post",
    path: `${merchantPath}/payments`,
    summary: "Create a payment; sent to the gateway at most once",
    body: createPaymentInput,
    example: { amountMinor: 1234, currency: "EUR", terminalId: "T1" },
    answers: {
      201: { description: "Created.", schema: paymentSchema },
      200: { description: "This key already created it.", schema: paymentSchema },
    },
    errors: [...change.errors, "reference_taken", "money_shut"],
  },
  previewPayment: {
    method: "post",
    path: `${merchantPath}/payments/preview`,
    summary: "The request that creating this payment would send; nothing is sent",
    role: "support",
    headers: [idempotencyHeader],
    body: createPaymentInput,
    answers: { 200: { description: "The request.", schema: paymentPreviewSchema } },
    errors: ["idempotency_key_missing", "not_connected", "merchant_archived"],
  },
  getPayment: {
    method: "get",
    path: `${merchantPath}/payments/{id}`,
    summary: "One payment; asks the gateway when its state is open and older than 2 s",
    role: "viewer",
    answers: { 200: { description: "The payment and its timeline.", schema: paymentDetailSchema } },
  },
  cancelPayment: {
    ...change,
    method: "delete",
    path: `${merchantPath}/payments/{id}`,
    summary: "Cancel a payment that has not ended; refunds cannot be cancelled",
    answers: { 200: { description: "The payment as it is now.", schema: paymentSchema } },
  },
  reversePayment: {
    ...change,
    method: "post",
    path: `${merchantPath}/payments/{id}/reversal`,
    summary: "Reverse a payment; needs the permission refund",
    body: reversePaymentInput,
    example: {},
    errors: [...change.errors, "proof_required", "money_shut"],
    answers: { 200: { description: "The payment as it is now.", schema: paymentSchema } },
  },
  markNotProcessed: {
    method: "post",
    path: `${merchantPath}/payments/{id}/not-processed`,
    summary: "Say of a refund or reversal that the gateway does not show: it was not processed; frees its amount; audited",
    role: "support",
    body: markNotProcessedInput,
    example: { reason: "test" },
    answers: { 200: { description: "The payment as it is now.", schema: paymentSchema } },
    errors: [...gatewayErrors, "conflict", "proof_required"],
  },
  refundPayment: {
    ...change,
    method: "post",
    path: `${merchantPath}/payments/{id}/refunds`,
    summary: "Give a part or all of a payment back; needs the permission refund",
    body: refundPaymentInput,
    example: { amountMinor: 100, reason: "test" },
    errors: [...change.errors, "proof_required", "money_shut"],
    answers: {
      201: { description: "The refund.", schema: paymentSchema },
      200: { description: "This key already made it.", schema: paymentSchema },
    },
  },
});
