import {
  createPaymentInput,
  listPaymentsInput,
  paymentDetailSchema,
  paymentPageSchema,
  paymentPreviewSchema,
  paymentSchema,
  refundPaymentInput,
  reversePaymentInput,
} from "../../payment.ts";
import { createPaymentLinkInput, paymentLinkSchema, paymentLinkStateSchema } from "../../payment-link.ts";
import { environmentPath, gatewayErrors, idempotencyHeader, merchantPath, type Operation } from "../operation.ts";

const list = {
  method: "get",
  tag: "Payments",
  role: "viewer",
  query: listPaymentsInput,
  answers: { 200: { description: "One page, newest first.", schema: paymentPageSchema } },
  errors: [],
} as const;

const change = {
  tag: "Payments",
  role: "support",
  headers: [idempotencyHeader],
  errors: [...gatewayErrors, "idempotency_key_missing", "idempotency_mismatch", "conflict", "gateway_invalid", "outcome_unknown"],
} as const;

export const paymentOperations: readonly Operation[] = [
  { ...list, id: "listAllPayments", path: `${environmentPath}/payments`, summary: "Payments of all merchants you may see" },
  { ...list, id: "listPayments", path: `${merchantPath}/payments`, summary: "Payments of a merchant" },
  {
    ...change,
    id: "createPayment",
    method: "post",
    path: `${merchantPath}/payments`,
    summary: "Create a payment; sent to the gateway at most once",
    body: createPaymentInput,
    answers: {
      201: { description: "Created.", schema: paymentDetailSchema },
      200: { description: "This key already created it.", schema: paymentDetailSchema },
    },
    errors: [...change.errors, "reference_taken"],
  },
  {
    id: "previewPayment",
    method: "post",
    path: `${merchantPath}/payments/preview`,
    tag: "Payments",
    summary: "The request that creating this payment would send; nothing is sent",
    role: "support",
    headers: [idempotencyHeader],
    body: createPaymentInput,
    answers: { 200: { description: "The request.", schema: paymentPreviewSchema } },
    errors: ["idempotency_key_missing", "not_connected"],
  },
  {
    id: "createPaymentLink",
    method: "post",
    path: `${merchantPath}/payments/links`,
    tag: "Payments",
    summary: "A single-use link to the sandbox's checkout; the sandbox only",
    role: "support",
    body: createPaymentLinkInput,
    answers: { 201: { description: "The link.", schema: paymentLinkSchema } },
    errors: [],
  },
  {
    id: "getPaymentLink",
    method: "get",
    path: `${merchantPath}/payments/links/{token}`,
    tag: "Payments",
    summary: "What became of a payment link, with the notifications that arrived for it",
    role: "viewer",
    answers: { 200: { description: "Its state.", schema: paymentLinkStateSchema } },
    errors: [],
  },
  {
    id: "getPayment",
    method: "get",
    path: `${merchantPath}/payments/{id}`,
    tag: "Payments",
    summary: "One payment; asks the gateway when its state is open and older than 2 s",
    role: "viewer",
    answers: { 200: { description: "The payment and its timeline.", schema: paymentDetailSchema } },
    errors: [],
  },
  {
    ...change,
    id: "cancelPayment",
    method: "delete",
    path: `${merchantPath}/payments/{id}`,
    summary: "Cancel a payment that has not ended",
    answers: { 200: { description: "The payment as it is now.", schema: paymentDetailSchema } },
  },
  {
    ...change,
    id: "reversePayment",
    method: "post",
    path: `${merchantPath}/payments/{id}/reversal`,
    summary: "Reverse a payment; needs the permission refund",
    body: reversePaymentInput,
    answers: { 200: { description: "The payment as it is now.", schema: paymentDetailSchema } },
  },
  {
    ...change,
    id: "refundPayment",
    method: "post",
    path: `${merchantPath}/payments/{id}/refunds`,
    summary: "Give a part or all of a payment back; needs the permission refund",
    body: refundPaymentInput,
    answers: {
      201: { description: "The refund.", schema: paymentSchema },
      200: { description: "This key already made it.", schema: paymentSchema },
    },
  },
];
