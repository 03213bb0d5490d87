import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { FilterSearch, paymentFilters } from "#lib/contract/filters.ts";
import type { CreatePaymentInput, PaymentDetail } from "#lib/contract/payment.ts";
import type { PaymentBodyPatch } from "#lib/core/payment-body.ts";
import { callOperation } from "./call-operation.ts";
import { definedInput } from "./fetch-json.ts";
import { type Scope, scopeKey } from "./keys.ts";

const paymentOperations = async () => (await import("#lib/contract/payment-operations.ts")).paymentOperations;
const paymentBodyOperations = async () => (await import("#lib/contract/payment-body.ts")).paymentBodyOperations;

export type PaymentSearch = FilterSearch<typeof paymentFilters>;

const openStatuses = new Set(["sending", "in_progress", "unknown"]);

/** Of a payment or refund without a result. */
export function isOpenStatus(status: string): boolean {
  return openStatuses.has(status);
}

/** The query of the list's page after `cursor`, for the browser and for the server. */
export function paymentsInput(search: Partial<PaymentSearch>, cursor: string | null = null) {
  return definedInput({ ...search, limit: 50, cursor });
}

export function paymentsQuery(scope: Scope, search: Partial<PaymentSearch>) {
  return infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "payments", search],
    queryFn: ({ pageParam, signal }) =>
      callOperation(paymentOperations, scope.merchant === null ? "listAllPayments" : "listPayments", {
        params: scope,
        query: paymentsInput(search, pageParam),
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The refetch interval while a payment, or an operation on it, is in progress; it grows with the payment's age. */
function askAgainMs({ status, createdAt, openAct }: PaymentDetail): number | false {
  if (!isOpenStatus(status) && openAct === null) return false;
  const ageMs = Date.now() - Date.parse(openAct?.since ?? createdAt);
  return [60_000, 300_000, 3_600_000].reduce((pauseMs, fromMs) => (ageMs > fromMs ? pauseMs * 3 : pauseMs), 2_000);
}

/** One payment, polled while it is in progress. */
export function paymentQuery(scope: Scope, paymentId: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "payment", paymentId],
    queryFn: ({ signal }) => callOperation(paymentOperations, "getPayment", { params: { ...scope, id: paymentId }, signal }),
    refetchInterval: (query) => (query.state.data ? askAgainMs(query.state.data) : false),
  });
}

export function createPayment(scope: Scope, { input, idempotencyKey }: { input: CreatePaymentInput; idempotencyKey: string }) {
  return callOperation(paymentOperations, "createPayment", {
    params: scope,
    body: input,
    headers: { "idempotency-key": idempotencyKey },
  });
}

/** A preview of the request that `createPayment` would send for the same input. */
export function previewPayment(scope: Scope, { input, idempotencyKey }: { input: CreatePaymentInput; idempotencyKey: string }) {
  return callOperation(paymentOperations, "previewPayment", {
    params: scope,
    body: input,
    headers: { "idempotency-key": idempotencyKey },
  });
}

export function paymentBodyQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "payment-body"],
    queryFn: ({ signal }) => callOperation(paymentBodyOperations, "getPaymentBody", { params: { environment }, signal }),
  });
}

/** Changes members of every payment's body in the environment; `{}` removes the change. */
export function changePaymentBody(environment: string, patch: PaymentBodyPatch) {
  return callOperation(paymentBodyOperations, "changePaymentBody", { params: { environment }, body: { patch } });
}

const operationOf = {
  reversal: "reversePayment",
  refunds: "refundPayment",
  "not-processed": "markNotProcessed",
} as const;

export type PaymentOperation = "cancel" | keyof typeof operationOf;

type Change = {
  paymentId: string;
  act: PaymentOperation;
  body: { reason: string; amountMinor?: number };
  idempotencyKey: string;
};

/** Cancels, reverses, refunds or confirms as not processed; each with its own Idempotency-Key, so that a repeat has no effect. */
export function changePayment(scope: Scope, { paymentId, act, body, idempotencyKey }: Change) {
  const sent = { params: { ...scope, id: paymentId }, headers: { "idempotency-key": idempotencyKey } };
  if (act === "cancel") return callOperation(paymentOperations, "cancelPayment", sent);
  return callOperation(paymentOperations, operationOf[act], { ...sent, body });
}
